import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { Drafts } from './drafts.svelte.ts';
import { aConnection } from '../testing/a-connection.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { FakeDraftsHost } from './testing/drafts-host.fake.ts';

const connection = aConnection({ id: 'acme', variant: 'B' });
const field = fc.constantFrom('name' as const, 'url' as const, 'payloadTemplate' as const);
const at = fc.nat({ max: 1 });

/** One step in one of two windows. Each typed text is unique. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('type' as const), at, field }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), at, field }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('header' as const), at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('save' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('events' as const), at, arrive: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('focus' as const), at, on: fc.option(field) }),
  },
);

async function openWindow(host: FakeDraftsHost) {
  const { client, events } = host.connect();
  const drafts = new Drafts(client, {
    find: () => connection,
    isWritable: () => true,
  });
  void drafts.follow();
  const draft = await drafts.open(connection, 7, new AbortController().signal);
  return { drafts, draft, events };
}

const textsOf = (definition: WebhookDefinition): string[] => [
  definition.name,
  definition.url,
  definition.payloadTemplate,
  ...definition.headers.map(({ name }) => name),
];

const contentsOf = (drafts: Drafts): Map<string, string[]> =>
  new Map(
    drafts.edited
      .map((draft): [string, string[]] => [draft.key, textsOf(draft.definition)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
  };
});

it('two windows converge to the same drafts and lose only replaced texts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const host = new FakeDraftsHost();
      const windows = [await openWindow(host), await openWindow(host)];
      const typed = new Set<string>();
      let count = 0;
      for (const next of steps) {
        const window = windows[next.at];
        if (window === undefined) continue;
        const { draft, drafts, events } = window;
        switch (next.kind) {
          case 'type':
          case 'undo': {
            // The window showed the replaced text, so it is not lost.
            typed.delete(draft.fields[next.field]);
            const text = `text ${(count += 1)}`;
            if (next.kind === 'type') typed.add(text);
            draft.fields[next.field] = next.kind === 'type' ? text : aWebhook()[next.field];
            break;
          }
          case 'header': {
            const name = `X-${(count += 1)}`;
            typed.add(name);
            draft.addHeader().name = name;
            break;
          }
          case 'save':
            void drafts.flushNow();
            break;
          case 'events':
            events.isPaused = !next.arrive;
            break;
          case 'focus':
            draft.focusedField = next.on;
        }
        drafts.noteEdits();
        await vi.advanceTimersByTimeAsync(0);
      }
      for (const { draft, events } of windows) {
        draft.focusedField = null;
        events.isPaused = false;
      }
      for (let round = 0; round < 4; round += 1) {
        for (const { drafts } of windows) drafts.noteEdits();
        await vi.advanceTimersByTimeAsync(1_000);
      }
      const [one, other] = windows.map(({ drafts }) => contentsOf(drafts));
      expect(one).toEqual(other);
      expect([...(one ?? []).keys()]).toEqual([...host.disk.keys()].toSorted());
      const all = new Set([...(one ?? []).values()].flat());
      expect([...typed].filter((text) => !all.has(text))).toEqual([]);
    }),
    {
      numRuns: 300,
      // One window receives the name from the other and undoes it at once.
      examples: [
        [
          [
            { kind: 'type', at: 1, field: 'name' },
            { kind: 'type', at: 0, field: 'url' },
            { kind: 'save', at: 0 },
            { kind: 'save', at: 1 },
            { kind: 'undo', at: 0, field: 'name' },
            { kind: 'save', at: 0 },
          ],
        ],
      ],
    },
  );
});
