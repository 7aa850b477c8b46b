/** What a run shows while it goes on: who leads, redrawn on a terminal, a line now and then elsewhere. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showProgress } from '../src/command/progress.mjs';
import { standingOf } from '../src/command/standing.mjs';
import { COSTS, makeRun } from './made-run.mjs';

/** @typedef {import('../src/measure/run.mjs').RunEvent} RunEvent */

const { header, events } = makeRun({ models: ['chain', 'stream'] });
const plan = { models: header.plan.models, rows: header.plan.rows.map((row) => ({ ...row, field: 'fq' })) };
const STATISTICS = { ...header.statistics, baseline: 'multi3' };
const standing = () => standingOf(/** @type {any} */ (plan), STATISTICS);

/** A stream that keeps what is written to it, and a clock that is moved by hand. */
function fakes({ isTTY = false, columns = 80, rows = 24 } = {}) {
  const clock = { ms: 0 };
  const written = /** @type {string[]} */ ([]);
  const stream = /** @type {any} */ ({
    isTTY,
    columns,
    rows,
    write: (/** @type {string} */ text) => written.push(text),
  });
  return { clock, written, stream, now: () => clock.ms };
}

test('kernels are ranked by their speed-up in stream, each with its interval, once a round has ended', () => {
  const given = standing();
  const told = events.map((event) => given(event)).filter((one) => one !== null);
  assert.equal(told.length, header.plan.rounds);
  const last = told.at(-1);
  assert.match(String(last?.title), /^stream on Node 20 after round 8, times as fast as arkworks 0\.4$/);
  const kernels = ['SIMD limbs', 'arkworks 0.4', 'BigInt'];
  assert.deepEqual(
    last?.ranks.map(({ kernel }) => kernel),
    kernels,
    'controls are not ranked',
  );
  // 200 ns against 40, and 400.
  assert.match(String(last?.ranks[0].ratio), /\b(?:5\.0|4\.9)/);
  assert.equal(last?.ranks[1].ratio, '1');
  // From fewer than six rounds there is no interval, and from eight there is.
  const [first] = told;
  assert.notEqual(first.ranks[0].ratio, last?.ranks[0].ratio);
});

test('the standing moves: a kernel that becomes slower falls', () => {
  const given = standing();
  const slowed = events.map((event) =>
    event.type === 'sample' && event.kernel === 'simd' && event.round > 0 ? { ...event, ns: event.ns * 20 } : event,
  );
  const told = slowed.map((event) => given(event)).filter((one) => one !== null);
  assert.equal(told[0].ranks[0].kernel, 'SIMD limbs');
  assert.equal(told.at(-1)?.ranks.at(-1)?.kernel, 'SIMD limbs');
});

test('a run without stream shows its first model, and rows of another field are not ranked', () => {
  const rows = [
    { kernel: 'multi3', model: 'add', field: 'fq' },
    { kernel: 'other', model: 'add', field: 'pallas-fq' },
  ];
  const given = standingOf(/** @type {any} */ ({ models: ['add'], rows }), STATISTICS);
  for (const { kernel } of rows)
    given({
      type: 'sample',
      engine: 'x',
      round: 0,
      kernel,
      model: 'add',
      order: 0,
      n: 1,
      ns: COSTS['multi3 add'],
      check: true,
    });
  const told = given({ type: 'round', engine: 'x', round: 0, state: 'end' });
  assert.match(String(told?.title), /^add on x /);
  assert.deepEqual(told?.ranks, [{ kernel: 'arkworks 0.4', ratio: '1' }]);
});

test('on a terminal it is drawn in place, and no line is broken', () => {
  const { clock, written, stream, now } = fakes({ isTTY: true, columns: 40, rows: 5 });
  const { onEvent, stop } = showProgress({ engines: 1, rounds: 8 }, { standing: standing(), stream, now });
  for (const event of events) {
    clock.ms += 200;
    onEvent(event);
  }
  const frames = written.filter((text) => !text.startsWith('\x1b'));
  assert.ok(frames.length > 8);
  for (const frame of frames) {
    const lines = frame.split('\n');
    assert.ok(lines.length < 5, frame);
    assert.ok(
      lines.every((line) => line.length < 40),
      frame,
    );
  }
  assert.match(frames.at(-1) ?? '', /round 8\/8[^]*\n 1 {2}SIMD limbs /);
  // Up over the lines of the last frame, and they are gone.
  const above = frames.at(-1)?.split('\n').length ?? 0;
  written.length = 0;
  stop();
  assert.equal(written.join(''), `\x1b[${above - 1}A\x1b[1G\x1b[0J`);
});

test('elsewhere it is whole lines, the first at once, and not more than one in 15 seconds', () => {
  const { clock, written, stream, now } = fakes();
  const { onEvent, stop } = showProgress({ engines: 1, rounds: 8 }, { standing: standing(), stream, now });
  assert.equal(written.length, 1);
  for (const event of events) {
    clock.ms += 1000;
    onEvent(event);
  }
  stop();
  assert.equal(written.length, 1 + Math.floor(events.length / 15));
  assert.ok(written.every((text) => /^round \d\/8 on [^\n]*\n$/.test(text)));
  assert.match(
    written.at(-1) ?? '',
    /; stream on Node 20 after round \d.*: SIMD limbs \S.*, arkworks 0\.4 1, BigInt \S/,
  );
});
