/**
 * What translated Python calls (`sidings.offline.translate`): the few operations that JavaScript
 * does not have, or has with another meaning. A list or tuple is an array, a dict with words as
 * keys an object, any other dict a Map, and an array of a record a Field.
 */

/** Any value of Python's. */
type Value = any; // eslint-disable-line @typescript-eslint/no-explicit-any -- what it is, is known there

export class BadOption extends Error {}

/** Why a move is not legal. */
export class Objection {
  rule: string;
  code: string;
  parameters: Record<string, number | string>;
  constructor(rule: string, code: string, parameters: Record<string, number | string>) {
    this.rule = rule;
    this.code = code;
    this.parameters = parameters;
  }
}

type Numbers = Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array;

/** An array within a record, or a part of one. */
export class Field {
  data: Numbers;
  shape: number[];
  strides: number[];
  first: number;

  constructor(data: Numbers, shape: number[], strides: number[], first: number) {
    this.data = data;
    this.shape = shape;
    this.strides = strides;
    this.first = first;
  }

  get length(): number {
    return this.shape[0]!;
  }

  place(index: number): number {
    const from = index < 0 ? index + this.length : index;
    if (!(from >= 0 && from < this.length)) throw new RangeError(`index ${index} of ${this.length}`);
    return this.first + from * this.strides[0]!;
  }

  part(index: number): number | Field {
    const place = this.place(index);
    if (this.shape.length === 1) return this.data[place]!;
    return new Field(this.data, this.shape.slice(1), this.strides.slice(1), place);
  }

  slice(from: number, to: number, step: number): Field {
    const count = Math.max(0, Math.ceil((to - from) / step));
    const strides = [this.strides[0]! * step, ...this.strides.slice(1)];
    return new Field(this.data, [count, ...this.shape.slice(1)], strides, this.first + from * this.strides[0]!);
  }

  list(): Value[] {
    return Array.from({ length: this.length }, (_, i) => plain(this.part(i)));
  }

  fill(values: Value): void {
    const all = iterate(values);
    for (let i = 0; i < this.length; i++) put(this, i, all[i]);
  }
}

/** What a translated function knows of a state: where it lies, and the kernels of its game. */
interface State {
  kernels: Record<string, (...values: number[]) => number> & { memory: WebAssembly.Memory };
  at: number;
  scratch: number; // room for what a kernel writes
}

const ARRAYS = {
  i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array, i4: Int32Array, u4: Uint32Array,
}; // prettier-ignore

/**
 * A class for records of so many bytes, with a property for each field: of those it is told the kind
 * of their numbers, the place of the first among numbers of that kind, and the shape.
 */
export function record(size: number, fields: Record<string, [kind: keyof typeof ARRAYS, ...places: number[]]>) {
  return class implements State {
    kernels: State['kernels'];
    at: number;
    scratch: number;

    constructor(kernels: State['kernels'], at: number, scratch: number) {
      this.kernels = kernels;
      this.at = at;
      this.scratch = scratch;
      for (const [name, [kind, first, ...shape]] of Object.entries(fields)) {
        const numbers = new ARRAYS[kind](kernels.memory.buffer, at, size / ARRAYS[kind].BYTES_PER_ELEMENT);
        const strides = shape.map((_, i) => shape.slice(i + 1).reduce((step, count) => step * count, 1));
        const field = shape.length ? new Field(numbers, shape, strides, first!) : null;
        Object.defineProperty(this, name, {
          get: () => field ?? numbers[first!],
          set: (value: number) => (numbers[first!] = value),
        });
      }
    }
  };
}

const plain = (value: Value): Value => (value instanceof Field ? value.list() : value);
const isObject = (value: Value): boolean =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Map);

// --- Kernels that write into an array

export function legal_actions(s: State, _: null, most: number): number[] {
  const n = s.kernels.legal!(s.at, s.scratch);
  if (n > most) throw new RangeError('too many actions');
  return Array.from(new Int16Array(s.kernels.memory.buffer, s.scratch, n));
}

export function survey_bytes(s: State, _: null, seat: number, most: number): Uint8Array {
  const n = s.kernels.survey!(s.at, seat, s.scratch, most);
  return new Uint8Array(s.kernels.memory.buffer, s.scratch, 4 * n).slice();
}

export const survey_numbers = (found: Uint8Array): number[] => Array.from(new Int32Array(found.slice().buffer));

export const surveyed = (s: State, _: null, seat: number, most: number): number[] =>
  survey_numbers(survey_bytes(s, _, seat, most));

// --- Truth and equality

export function truth(value: Value): boolean {
  if (value === null || typeof value !== 'object') return Boolean(value);
  return value instanceof Objection || len_(value) > 0;
}

export const and = (value: Value, other: () => Value): Value => (truth(value) ? other() : value);
export const or = (value: Value, other: () => Value): Value => (truth(value) ? value : other());

export function equal(one: Value, other: Value): boolean {
  if (one === other) return true;
  [one, other] = [plain(one), plain(other)];
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, i) => equal(value, other[i]));
  if (typeof one === 'boolean' || typeof other === 'boolean')
    return typeof one !== 'string' && typeof other !== 'string' && one !== null && other !== null && +one === +other;
  return false;
}

// --- Sequences and mappings

export function iterate(value: Value): Value[] {
  if (Array.isArray(value)) return value;
  if (value instanceof Field) return Array.from({ length: value.length }, (_, i) => value.part(i));
  if (value instanceof Map) return [...value.keys()];
  if (typeof value === 'string') return [...value];
  return Object.keys(value);
}

export function at(owner: Value, index: Value): Value {
  if (Array.isArray(index)) return index.reduce((part, one) => at(part, one), owner);
  if (owner instanceof Field) return owner.part(index);
  let found;
  if (owner instanceof Map) found = owner.get(index);
  else if (typeof owner === 'string' || Array.isArray(owner)) found = owner.at(index);
  else found = Object.hasOwn(owner, index) ? owner[index] : undefined;
  if (found === undefined) throw new RangeError(`there is no ${String(index)}`);
  return found;
}

export function put(owner: Value, index: Value, value: Value): void {
  if (Array.isArray(index)) {
    const last = index.length - 1;
    put(at(owner, index.slice(0, last)), index[last], value);
  } else if (!(owner instanceof Field)) {
    if (typeof index !== (Array.isArray(owner) ? 'number' : 'string')) throw new TypeError('a key of another type');
    owner[index] = value;
  } else if (owner.shape.length > 1) (owner.part(index) as Field).fill(value);
  else owner.data[owner.place(index)] = value;
}

export const fill = (owner: Field, values: Value): void => owner.fill(values);

export function slice(owner: Value, from: number | null, to: number | null, step = 1): Value {
  const size = owner.length;
  const clip = (bound: number) => Math.min(Math.max(bound < 0 ? bound + size : bound, 0), size);
  if (step === -1 && from === null && to === null) {
    if (!(owner instanceof Field)) return [...owner].reverse();
    return size ? owner.slice(size - 1, -1, -1) : owner;
  }
  if (step < 1) throw new RangeError('a step back');
  const [first, end] = [clip(from ?? 0), clip(to ?? size)];
  if (owner instanceof Field) return owner.slice(first, end, step);
  const part = owner.slice(first, Math.max(first, end));
  return step === 1 ? part : part.filter((_: Value, i: number) => i % step === 0);
}

export function contains(owner: Value, value: Value): boolean {
  if (typeof owner === 'string') return owner.includes(value);
  if (owner instanceof Map) return owner.has(value);
  if (isObject(owner) && !(owner instanceof Field)) return Object.hasOwn(owner, value);
  return iterate(owner).some((one) => equal(one, value));
}

/** An object with only these fields of another. */
export const pick = (owner: Value, fields: string[]): Value =>
  Object.fromEntries(fields.map((field) => [field, at(owner, field)]));

/** An object without the fields that have their usual values. */
export function omit(owner: Record<string, Value>, usual: Record<string, Value>): Value {
  for (const field of Object.keys(owner)) {
    if (Object.hasOwn(usual, field) && equal(owner[field], usual[field])) delete owner[field];
  }
  return owner;
}

// --- Operators

export const sqrt = Math.sqrt;
export const modulo = (a: number, b: number): number => ((a % b) + b) % b;
export const add = (one: Value, other: Value): Value => (Array.isArray(one) ? [...one, ...other] : one + other);

// --- Python's own functions

export const all_ = (values: Value): boolean => iterate(values).every(truth);
export const any_ = (values: Value): boolean => iterate(values).some(truth);
export const bool_ = truth;
export const dict_ = (pairs: Value): Value => Object.fromEntries(iterate(pairs));
export const divmod_ = (a: number, b: number): [number, number] => [Math.floor(a / b), modulo(a, b)];
export const enumerate_ = (values: Value, first = 0): [number, Value][] =>
  iterate(values).map((value, i) => [first + i, value]);
export const int_ = (value: Value): number => Number(value);
export const len_ = (value: Value): number => value.length ?? value.size ?? Object.keys(value).length;
export const list_ = (values: Value): Value[] => [...iterate(values)];
export const tuple_ = list_;
export const max_ = (...values: Value[]): number => Math.max(...(values.length > 1 ? values : iterate(values[0])));
export const min_ = (...values: Value[]): number => Math.min(...(values.length > 1 ? values : iterate(values[0])));
export const reversed_ = (values: Value): Value[] => list_(values).reverse();
export const sum_ = (values: Value): number => iterate(values).reduce((total, value) => total + Number(value), 0);
export const zip_ = (...rows: Value[]): Value[][] => {
  const all = rows.map(iterate);
  if (all.some((row) => row.length !== all[0]!.length)) throw new RangeError('rows of different lengths');
  return all[0]!.map((_, i) => all.map((row) => row[i]));
};
export const sorted_ = (values: Value): Value[] =>
  list_(values).sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
export function range_(from: number, to?: number, step = 1): number[] {
  const [first, end] = to === undefined ? [0, from] : [from, to];
  return Array.from({ length: Math.max(0, Math.ceil((end - first) / step)) }, (_, i) => first + i * step);
}

export function type_(value: Value): string {
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return isObject(value) ? 'Mapping' : 'object';
}

export function isinstance_(value: Value, kind: Value): boolean {
  if (kind === Objection) return value instanceof Objection;
  const own = type_(value);
  return own === kind || (own === 'bool' && kind === 'int');
}

// --- Words

export function str(value: Value): string {
  if (typeof value === 'string') return value;
  return repr(value);
}

export function repr(value: Value): string {
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string') {
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
    return quote + value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
  }
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  if (isObject(value) && !(value instanceof Field))
    return `{${Object.entries(value)
      .map(([key, one]) => `${repr(key)}: ${repr(one)}`)
      .join(', ')}}`;
  return String(value);
}

const SHOWN = 60;
export function shown(value: Value): string {
  const text = repr(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 3)}...`;
}

// --- Methods

export const append_ = (list: Value[], value: Value): void => void list.push(value);
export const format_ = (text: string, values: Record<string, Value> = {}): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => str(at(values, name)));
export const fullmatch_ = (pattern: RegExp, text: string): Value => pattern.exec(text);
export const get_ = (owner: Value, key: Value, otherwise: Value = null): Value =>
  contains(owner, key) ? at(owner, key) : otherwise;
export const index_ = (values: Value, value: Value): number => {
  const found = iterate(values).findIndex((one) => equal(one, value));
  if (found < 0) throw new RangeError(`${repr(value)} is not there`);
  return found;
};
// eslint-disable-next-line no-control-regex -- that is what is asked
export const isascii_ = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);
export const isdigit_ = (text: string): boolean => /^[0-9]+$/.test(text);
export const items_ = (owner: Value): [Value, Value][] => (owner instanceof Map ? [...owner] : Object.entries(owner));
export const values_ = (owner: Value): Value[] => (owner instanceof Map ? [...owner.values()] : Object.values(owner));
export const join_ = (between: string, texts: Value): string => iterate(texts).join(between);
export const tolist_ = (value: Value): Value => plain(value);
