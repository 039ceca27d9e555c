import { expect, test } from 'vitest';
import { Channel } from './channel';

interface Posted {
  do: string;
  id: string;
  table: string;
  version: number;
}

class Wire extends Channel {
  state = 'open' as const;
  posted: Posted[] = [];
  connect = () => this.resume();
  retry = (id: string) => this.waits(id) && this.again(id);
  tell = (told: Parameters<Channel['hear']>[0]) => this.hear(told);

  protected override open(): void {}
  protected override post(command: Posted): void {
    this.posted.push(command);
  }
}

function watching() {
  const wire = new Wire();
  let version = 4;
  wire.listen('t', { resume: () => ({ do: 'watch', table: 't', version: version++ }), hear: () => {} });
  return wire;
}

test('watching that could not be resumed is resumed again, from what is known by then', () => {
  const wire = watching();
  wire.connect();
  wire.retry(wire.posted[0]!.id);
  expect(wire.posted.map(({ do: what, version }) => [what, version])).toEqual([
    ['watch', 4],
    ['watch', 5],
  ]);
  expect(wire.posted[1]!.id).not.toBe(wire.posted[0]!.id);
});

test('what was resumed before the connection was lost is not asked for again', () => {
  const wire = watching();
  wire.connect();
  wire.connect();
  wire.retry(wire.posted[0]!.id);
  expect(wire.posted).toHaveLength(2);
});

test('what was resumed is not asked for again', () => {
  const wire = watching();
  wire.connect();
  const { id } = wire.posted[0]!;
  wire.tell({ type: 'done', id, table: 't', version: 4 });
  wire.retry(id);
  expect(wire.posted).toHaveLength(1);
});
