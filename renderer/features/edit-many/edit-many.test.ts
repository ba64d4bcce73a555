import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditedPart, EditedRow } from '#contract/edit-many.ts';
import type { HookdeskClient } from '#contract/index.ts';
import type { WebhookSelection } from '#contract/plans.ts';
import type { WebhookEdit } from '#domain/publishing/edit-many.ts';
import { fakeClient, streamOf } from '../../shared/testing/client.fake.ts';
import { EditMany } from './edit-many.svelte.ts';
import { unseen } from '#test-support/seen-webhooks.ts';

const selection = [
  { connectionId: 'acme', webhooks: unseen(1, 2) },
  { connectionId: 'globex', webhooks: unseen(1) },
];
const isOn: WebhookEdit[] = [{ kind: 'field', field: 'enabled', value: true }];
const isOff: WebhookEdit[] = [{ kind: 'field', field: 'enabled', value: false }];

type Rows = Parameters<HookdeskClient['editMany']['rows']>[0];

/** A host with counts from the test; it records its calls. */
class Host {
  readonly counted: WebhookEdit[][] = [];
  readonly rowsAsked: Rows[] = [];
  readonly selections: WebhookSelection[] = [];
  /** The response to each call of `count`, in order. */
  readonly parts: (() => AsyncGenerator<EditedPart, void, void>)[] = [];
  readonly signals: (AbortSignal | undefined)[] = [];

  open(isReadOnly?: (connectionId: string) => boolean): EditMany {
    const { editMany } = fakeClient({
      editMany: {
        count: ({ edits, selection: counted }, options) => {
          this.selections.push(counted);
          this.signals.push(options?.signal);
          const next = this.parts[this.counted.length];
          this.counted.push(edits);
          if (next === undefined) throw new Error('The test has no more counts.');
          return Promise.resolve(streamOf(next()));
        },
        rows: (input) => {
          this.rowsAsked.push(input);
          return Promise.resolve(
            input.webhooks.map(({ connectionId, id }) =>
              editedRow({ connectionId, webhookId: id }, input.edits),
            ),
          );
        },
      },
    });
    return new EditMany(editMany, selection, isReadOnly);
  }

  answer(...parts: EditedPart[]): this {
    this.parts.push(async function* () {
      yield* await Promise.resolve(parts);
    });
    return this;
  }
}

const editedRow = (
  { connectionId, webhookId }: { connectionId: string; webhookId: number },
  edits: readonly WebhookEdit[],
): EditedRow => ({
  connectionId,
  webhookId,
  name: `${connectionId} ${webhookId}`,
  differences: [],
  headers: { added: [], changed: [], deleted: [], unaddressable: [] },
  notes: [`after ${edits.length}`],
  findings: [],
});

const part = (changed: number[], missing: number[] = []): EditedPart => ({
  done: 3,
  changed,
  missing,
});

let host: Host;
beforeEach(() => {
  host = new Host();
});

describe('the webhooks of the selection', () => {
  it('are counted separately if two installations have the same webhook id', async () => {
    const editing = host.answer(part([0]), part([2], [1])).open();
    expect(editing.counts).toEqual({ all: 3, changed: 0, unchanged: 3, missing: 0 });
    await editing.refresh(isOn);
    expect(editing.counts).toEqual({ all: 3, changed: 2, unchanged: 0, missing: 1 });
    const states = editing.rows.map((row) => `${row.key} ${editing.stateOf(row)}`);
    expect(states).toEqual(['1 acme changed', '2 acme missing', '1 globex changed']);
    editing.filter = 'missing';
    expect(editing.filtered.map(({ key }) => key)).toEqual(['2 acme']);
  });

  it('keep their counts when the host refuses the edits', async () => {
    const editing = host.answer(part([0, 1])).open();
    await editing.refresh(isOn);
    host.parts.push(async function* () {
      yield await Promise.resolve(part([2]));
      throw new Error('refused');
    });
    await editing.refresh(isOff);
    expect(editing.problem).not.toBeNull();
    expect(editing.counts.changed).toBe(2);
    expect(editing.isRunning).toBe(false);
    host.answer(part([]));
    await editing.refresh(isOff);
    expect(editing.problem).toBeNull();
    expect(editing.counts.changed).toBe(0);
  });

  it('ignore an earlier count that ends after a newer one', async () => {
    const gate = Promise.withResolvers<null>();
    host.parts.push(async function* () {
      await gate.promise;
      yield part([0, 1, 2]);
    });
    const editing = host.answer(part([1])).open();
    const earlier = editing.refresh(isOn);
    await editing.refresh(isOff);
    expect(host.signals[0]?.aborted).toBe(true);
    gate.resolve(null);
    await earlier;
    expect(editing.counts.changed).toBe(1);
    expect(editing.isRunning).toBe(false);
  });

  it('do not change after the edits are closed', async () => {
    const gate = Promise.withResolvers<null>();
    host.parts.push(async function* () {
      await gate.promise;
      yield part([0]);
    });
    const editing = host.open();
    const counting = editing.refresh(isOn);
    editing.stop();
    gate.resolve(null);
    await counting;
    expect(editing.counts.changed).toBe(0);
    expect(editing.version).toBe(0);
  });
});

describe('rows on screen', () => {
  it('are read in one request, with the counted edits', async () => {
    const editing = host.answer(part([0]), part([1])).open();
    const [first, second] = editing.rows;
    if (first === undefined || second === undefined) throw new Error('There are no rows.');
    editing.need(first);
    await Promise.resolve();
    expect(host.rowsAsked).toEqual([]);
    await editing.refresh(isOn);
    editing.need(first);
    editing.need(second);
    editing.need(first);
    await expect.poll(() => editing.resultOf(second)?.name).toBe('acme 2');
    expect(host.rowsAsked).toEqual([
      {
        webhooks: [
          { connectionId: 'acme', id: 1, digest: '' },
          { connectionId: 'acme', id: 2, digest: '' },
        ],
        edits: isOn,
        secretsShown: false,
      },
    ]);
  });

  it('are read again with their secrets, once a person asks for them', async () => {
    const editing = host.answer(part([0])).open();
    const [first] = editing.rows;
    if (first === undefined) throw new Error('There are no rows.');
    await editing.refresh(isOn);
    const { version } = editing;
    editing.secretsShown = true;
    expect(editing.version).toBe(version + 1);
    editing.need(first);
    await expect.poll(() => editing.resultOf(first)).not.toBeNull();
    expect(host.rowsAsked).toMatchObject([{ secretsShown: true }]);
  });

  it('of outdated edits are dropped and read again', async () => {
    const editing = host
      .answer(part([0]))
      .answer(part([0]))
      .open();
    const [first] = editing.rows;
    if (first === undefined) throw new Error('There are no rows.');
    await editing.refresh(isOn);
    const newer = editing.refresh(isOff);
    editing.need(first);
    await newer;
    expect(editing.version).toBe(2);
    editing.need(first);
    await expect.poll(() => host.rowsAsked.length).toBe(2);
    expect(host.rowsAsked[1]?.edits).toEqual(isOff);
  });
});

describe('edits', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('can be planned when all are complete; incomplete ones are left out', () => {
    const editing = host.open();
    expect(editing.isComplete).toBe(false);
    expect(editing.edits).toEqual([]);
    const [first] = editing.lines;
    if (first === undefined) throw new Error('There is no line.');
    first.headerName = 'X-Team';
    first.headerValue = 'ops';
    expect(editing.isComplete).toBe(true);
    const second = editing.add();
    second.kind = 'replace in url';
    expect(editing.isComplete).toBe(false);
    second.find = '(';
    second.isPattern = true;
    expect(second.fault).toContain('not a regular expression');
    expect(editing.edits).toEqual([{ kind: 'set-header', name: 'X-Team', value: 'ops' }]);
    editing.remove(second);
    expect(editing.isComplete).toBe(true);
    editing.remove(first);
    expect(editing.isComplete).toBe(false);
  });

  it('are counted after a pause in typing, only in the last version', async () => {
    vi.useFakeTimers();
    const editing = host.answer(part([])).open();
    editing.refreshSoon(isOn)();
    editing.refreshSoon(isOff);
    await vi.runAllTimersAsync();
    expect(host.counted).toEqual([isOff]);
  });
});

it('leaves out webhooks on read-only installations, and counts them', async () => {
  const editing = host.answer(part([0])).open((id) => id === 'acme');
  await editing.refresh([...isOn]);
  expect(editing.rows).toMatchObject([{ connectionId: 'globex', place: 0 }]);
  expect(host.selections).toEqual([[selection[1]]]);
  expect(editing.readOnly).toEqual([{ connectionId: 'acme', webhooks: 2, action: 'update' }]);
  // The plan says it too.
  expect(editing.selection).toBe(selection);
});

it('goes on with the webhooks that a plan did not change, and with the same edits', () => {
  const editing = host.open();
  const [line] = editing.lines;
  expect(editing.without([])).toBe(editing);
  const rest = editing.without([
    { connectionId: 'acme', webhookId: 2 },
    { connectionId: 'globex', webhookId: 1 },
  ]);
  expect(rest?.selection).toEqual([{ connectionId: 'acme', webhooks: unseen(1) }]);
  expect(rest?.lines[0]).toBe(line);
  expect(rest?.without([{ connectionId: 'acme', webhookId: 1 }])).toBeNull();
});
