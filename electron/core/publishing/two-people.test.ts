// @module-tag slow
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServices, type HttpServices } from '#adapters/http/http-services.ts';
import type { Conflict } from '#domain/merge/conflict.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { addressable } from '#domain/webhook/listed.ts';
import { sameContent } from '#domain/webhook/difference.ts';
import { FieldName } from '#domain/webhook/fields.ts';
import {
  type Header,
  type Webhook,
  type WebhookDefinition,
  emptyDefinition,
  fieldOf,
} from '#domain/webhook/webhook.ts';
import { type RunningService, startService } from '../../../service/start.ts';
import { createTestCore } from '#test-support/test-core.ts';
import type { Publishing } from './context.ts';
import {
  type Draft,
  type Edit,
  edited,
  erase,
  isEdited,
  onTopOf,
  send,
  startingFrom,
} from './testing/person.ts';

/** A person's next step. `meanwhile` is an edit that the other person publishes first. */
type Step =
  | { readonly who: 0 | 1; readonly does: 'edit'; readonly edit: Edit }
  | { readonly who: 0 | 1; readonly does: 'publish'; readonly meanwhile: Edit | null }
  | { readonly who: 0 | 1; readonly does: 'read' | 'delete' };

const who = fc.constantFrom(0 as const, 1 as const);
const edit: fc.Arbitrary<Edit> = fc.record({
  field: fc.constantFrom(
    'name',
    'url',
    'enabled',
    'payloadTemplate',
    'severities.low',
    'headers',
    'headers',
    'headers',
  ),
  nth: fc.nat(5),
  how: fc.constantFrom('change', 'change', 'delete', 'add'),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ who, does: fc.constant('edit'), edit }) },
  {
    weight: 5,
    arbitrary: fc.record({
      who,
      does: fc.constant('publish'),
      meanwhile: fc.option(edit, { nil: null }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ who, does: fc.constant('read') }) },
  { weight: 1, arbitrary: fc.record({ who, does: fc.constant('delete') }) },
);

const headerKeys = (headers: readonly Header[]): string[] =>
  headers.map(({ name, value }) => JSON.stringify([name, value]));
/** Lower-case names of headers whose number differs between the two lists. */
function namesThatDiffer(before: readonly Header[], after: readonly Header[]): string[] {
  const [was, is] = [before, after].map(headerKeys);
  const count = (key: string, all: readonly string[] = []) =>
    all.filter((each) => each === key).length;
  return [...before, ...after]
    .filter((header) => {
      const [key = ''] = headerKeys([header]);
      return count(key, was) !== count(key, is);
    })
    .map(({ name }) => name.toLowerCase());
}

/**
 * Two people, each with an own core, on one real service. The test omits writes between the last
 * read and the request, which nobody can detect without an ETag.
 */
describe.each(['A', 'B'] as const)('two people on one installation, variant %s', (variant) => {
  let service: RunningService;
  let http: HttpServices;
  let cores: { publishing: Publishing; connectionId: string; close: () => Promise<void> }[];
  const told = { published: 0, merged: 0, conflicts: 0, deleted: 0, createdAgain: 0 };

  beforeAll(async () => {
    service = await startService({ variant, authToken: null });
    http = createHttpServices({ environment: {} });
    cores = await Promise.all(
      [0, 1].map(async () => {
        const core = createTestCore({ webhooks: http.webhooks });
        const settings = {
          ...blankConnection,
          name: 'acme',
          baseUrl: service.url,
          apiRoot: service.root,
          variant,
          authentication: { kind: 'none' as const },
        };
        const { id: connectionId } = await core.connections.add(settings, {});
        return { publishing: core, connectionId, close: core.close };
      }),
    );
  });
  afterAll(async () => {
    for (const { close } of cores) await close();
    await http.close();
    await service.close();
  });

  /** Returns the webhook on the service by id, or the newest. */
  const held = async (id?: number): Promise<Webhook | null> => {
    const target = { baseUrl: service.url, apiRoot: service.root, variant, authToken: null };
    const webhooks = addressable((await http.webhooks.list(target, {})).webhooks);
    return webhooks.findLast((webhook) => id === undefined || webhook.id === id) ?? null;
  };
  const coreOf = (person: number) => {
    const found = cores[person];
    if (found === undefined) throw new Error('There are two people.');
    return found;
  };

  /**
   * Fails if the person lost a change that was not shown, or changed a part that was not edited.
   */
  function expectNothingLost(draft: Draft, before: Webhook | null, after: WebhookDefinition): void {
    if (before === null) throw new Error('There was nothing to update.');
    expect(sameContent(draft.base, before)).toBe(true);
    for (const field of FieldName.options) {
      if (!draft.touched.has(field)) expect(fieldOf(after, field)).toBe(fieldOf(before, field));
    }
    for (const name of namesThatDiffer(before.headers, after.headers)) {
      expect([...draft.touched]).toContain(name);
    }
  }

  /** Fails if the other person's changes are lost without a conflict. */
  function expectNothingUndone(
    base: Webhook,
    live: Webhook,
    next: WebhookDefinition,
    asked: readonly Conflict[],
  ): void {
    for (const field of FieldName.options) {
      const now = fieldOf(live, field);
      if (now === fieldOf(base, field) || now === fieldOf(next, field)) continue;
      expect(asked.map(({ path }) => path)).toContain(field);
    }
    const [was, is, then] = [base, live, next].map(({ headers }) => headerKeys(headers));
    const inQuestion = asked.flatMap(({ kind, live: there }) =>
      kind === 'header' && there !== null ? headerKeys([{ id: null, ...there }]) : [],
    );
    for (const key of is ?? []) {
      if (was?.includes(key) !== true && then?.includes(key) !== true) {
        expect(inQuestion).toContain(key);
      }
    }
    for (const key of was ?? []) {
      if (is?.includes(key) !== true) expect(then).not.toContain(key);
    }
  }

  async function world(steps: readonly Step[]): Promise<void> {
    const drafts: (Draft | null)[] = [null, null];
    const draftOf = async (person: number): Promise<Draft> => {
      const known = drafts[person] ?? null;
      if (known !== null) return known;
      let webhook = await held();
      if (webhook === null) {
        const made = await send(coreOf(person).publishing, { ...coreOf(person), ...anew });
        if ('code' in made) throw new Error(made.message);
        webhook = made;
      }
      return (drafts[person] = startingFrom(webhook));
    };

    /** Publishes until it succeeds. Each stop shows a conflict notice to the person. */
    async function publish(person: number, meanwhile: Edit | null, turn: string): Promise<void> {
      const { publishing, connectionId } = coreOf(person);
      let draft = await draftOf(person);
      let quicker = meanwhile;
      for (let stops = 0; isEdited(draft); stops += 1) {
        expect(stops).toBeLessThan(3);
        let before: Webhook | null = null;
        const { base, definition } = draft;
        const result = await send(
          publishing,
          { connectionId, base, definition },
          {
            checking: async () => {
              if (quicker === null) return;
              const other = 1 - person;
              drafts[other] = edited(await draftOf(other), quicker);
              quicker = null;
              await publish(other, null, `${turn}, meanwhile`);
            },
            sending: async () => {
              before = await held(base.id);
            },
          },
        );
        if (!('code' in result)) {
          expectNothingLost(draft, before, result);
          told.published += 1;
          drafts[person] = startingFrom(result);
          return;
        }
        if (result.code !== 'conflict') throw new Error(`${result.code}: ${result.message}`);
        if (result.live === null) {
          told.createdAgain += 1;
          const headers = definition.headers.map((header) => ({ ...header, id: null }));
          const again = { connectionId, base: null, definition: { ...definition, headers } };
          const made = await send(publishing, again);
          if ('code' in made) throw new Error(made.message);
          drafts[person] = startingFrom(made);
          return;
        }
        const next = onTopOf(draft, result.live, `${turn} ${stops}`);
        expectNothingUndone(draft.base, result.live, next.draft.definition, next.asked);
        told.conflicts += next.asked.length;
        if (next.asked.length === 0) told.merged += 1;
        draft = next.draft;
      }
      drafts[person] = startingFrom(draft.base);
    }

    for (const [turn, each] of steps.entries()) {
      const draft = await draftOf(each.who);
      if (each.does === 'edit') drafts[each.who] = edited(draft, each.edit);
      else if (each.does === 'publish') await publish(each.who, each.meanwhile, `${turn}`);
      else if (each.does === 'read') {
        // A draft without edits follows the installation; an edited one keeps its base.
        if (!isEdited(draft)) drafts[each.who] = null;
      } else {
        const before = await held(draft.base.id);
        const { publishing, connectionId } = coreOf(each.who);
        const problem = await erase(publishing, { connectionId, base: draft.base });
        if (problem === null && before !== null) {
          expect(sameContent(draft.base, before)).toBe(true);
          told.deleted += 1;
        }
        drafts[each.who] = null;
      }
    }
  }
  const anew = {
    base: null,
    definition: {
      ...emptyDefinition(variant),
      name: 'Chat',
      url: 'https://a.example.com/',
      headers: [
        { id: null, name: 'X-Team', value: 'ops' },
        { id: null, name: 'X-Key', value: 'k' },
      ],
    },
  };

  it("never lose each other's changes without a notice", async () => {
    const run = fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 16 }), world);
    await fc.assert(run, { seed: 6, numRuns: 25, endOnFailure: true });
    for (const [what, times] of Object.entries(told)) expect(times, what).toBeGreaterThan(0);
  });
});
