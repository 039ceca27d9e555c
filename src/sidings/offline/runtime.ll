; What compiled kernels expect of Numba's runtime: memory for arrays, counted by who uses them.
; A block has a size of a power of two and 32 bytes of header; free ones are kept in lists by size.
%header = type { i64, ptr, ptr, ptr, i64 }      ; users, destructor, its argument, data, size

@__heap_base = external global i8
@free = internal global [32 x ptr] zeroinitializer
@top = internal global ptr @__heap_base

declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.wasm.memory.size.i32(i32)
declare double @llvm.sqrt.f64(double)
declare double @llvm.floor.f64(double)

; The binary logarithm of the size of the block that so many bytes need, at least 64.
define internal i32 @class_of(i64 %size) {
  %small = trunc i64 %size to i32
  %all = add i32 %small, 63
  %zeros = call i32 @llvm.ctlz.i32(i32 %all, i1 true)
  %class = sub i32 32, %zeros
  ret i32 %class
}

; Memory that is never given back, for what JavaScript hands over; null when there is no more.
define ptr @allocate(i32 %bytes) noinline {
  %start = load ptr, ptr @top
  %odd = add i32 %bytes, 15
  %even = and i32 %odd, -16
  %end = getelementptr i8, ptr %start, i32 %even
  %last = ptrtoint ptr %end to i32
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %have = shl i32 %pages, 16
  %fits = icmp ule i32 %last, %have
  br i1 %fits, label %take, label %none
take:
  store ptr %end, ptr @top
  ret ptr %start
none:
  ret ptr null
}

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) noinline {
  %huge = icmp ugt i64 %size, 16777216
  br i1 %huge, label %none, label %fits
fits:
  %class = call i32 @class_of(i64 %size)
  %list = getelementptr [32 x ptr], ptr @free, i32 0, i32 %class
  %head = load ptr, ptr %list
  %empty = icmp eq ptr %head, null
  br i1 %empty, label %fresh, label %again
again:
  %next = load ptr, ptr %head
  store ptr %next, ptr %list
  br label %done
fresh:
  %bytes = shl i32 1, %class
  %start = call ptr @allocate(i32 %bytes)
  %lacking = icmp eq ptr %start, null
  br i1 %lacking, label %none, label %done
done:
  %block = phi ptr [ %head, %again ], [ %start, %fresh ]
  %data = getelementptr i8, ptr %block, i32 32
  store i64 1, ptr %block
  %destructor = getelementptr %header, ptr %block, i32 0, i32 1
  store ptr null, ptr %destructor
  %at = getelementptr %header, ptr %block, i32 0, i32 3
  store ptr %data, ptr %at
  %long = getelementptr %header, ptr %block, i32 0, i32 4
  store i64 %size, ptr %long
  ret ptr %block
none:
  ret ptr null
}

define void @NRT_incref(ptr %block) noinline {
  %nothing = icmp eq ptr %block, null
  br i1 %nothing, label %done, label %count
count:
  %users = load i64, ptr %block
  %more = add i64 %users, 1
  store i64 %more, ptr %block
  br label %done
done:
  ret void
}

define void @NRT_decref(ptr %block) noinline {
  %nothing = icmp eq ptr %block, null
  br i1 %nothing, label %done, label %count
count:
  %users = load i64, ptr %block
  %fewer = sub i64 %users, 1
  store i64 %fewer, ptr %block
  %unused = icmp eq i64 %fewer, 0
  br i1 %unused, label %give_back, label %done
give_back:
  call void @NRT_MemInfo_call_dtor(ptr %block)
  br label %done
done:
  ret void
}

define void @NRT_MemInfo_call_dtor(ptr %block) noinline {
  %long = getelementptr %header, ptr %block, i32 0, i32 4
  %size = load i64, ptr %long
  %class = call i32 @class_of(i64 %size)
  %list = getelementptr [32 x ptr], ptr @free, i32 0, i32 %class
  %head = load ptr, ptr %list
  store ptr %head, ptr %block
  store ptr %block, ptr %list
  ret void
}

define double @sqrt(double %x) alwaysinline {
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}

define double @floor(double %x) alwaysinline {
  %whole = call double @llvm.floor.f64(double %x)
  ret double %whole
}

; LLVM makes calls of it out of loops that look for a zero.
define i32 @strlen(ptr %text) "no-builtins" noinline {
start:
  br label %next
next:
  %n = phi i32 [ 0, %start ], [ %more, %next ]
  %place = getelementptr i8, ptr %text, i32 %n
  %byte = load i8, ptr %place
  %ends = icmp eq i8 %byte, 0
  %more = add i32 %n, 1
  br i1 %ends, label %done, label %next
done:
  ret i32 %n
}
