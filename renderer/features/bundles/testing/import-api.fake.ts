import { ORPCError } from '@orpc/client';
import type {
  BundlePlanRowView,
  BundleView,
  FileRowView,
  FileOpenEvent,
  OpenedFile,
  PreparePlanEvent,
  ReplanEvent,
} from '#contract/bundle-import.ts';
import type { Problem } from '#domain/problem.ts';
import type { ImportApi } from '../importing/import-api.ts';
import { streamOf } from '../../../shared/testing/client.fake.ts';

/** What a file says of itself that holds three webhooks, with what a test says of it. */
export const aBundle = (changes: Partial<BundleView> = {}): BundleView => ({
  name: 'team.hookdesk.json',
  kind: 'bundle',
  version: '1.0',
  newer: false,
  exportedAt: null,
  exportedBy: null,
  containsSecrets: false,
  sources: [],
  rows: 3,
  faults: [],
  faultsTotal: 0,
  unknown: [],
  unknownTotal: 0,
  secrets: [],
  tokens: 0,
  ...changes,
});

export const aFileRow = (key: string, changes: Partial<FileRowView> = {}): FileRowView => ({
  key,
  name: `Webhook ${key}`,
  url: 'https://hooks.example.com/ops',
  line: 1,
  installation: '',
  needs: [],
  fault: null,
  ...changes,
});

/** A row that would create a webhook on acme, with what a test says of it. */
export const aPlanRow = (
  rowKey: string,
  changes: Partial<BundlePlanRowView> = {},
): BundlePlanRowView => {
  const { connectionId = 'acme' } = changes;
  return {
    key: `${connectionId}/${rowKey}`,
    rowKey,
    connectionId,
    name: `Webhook ${rowKey}`,
    kind: 'create',
    ticked: changes.kind === undefined || changes.kind === 'create' || changes.kind === 'update',
    reasons: [],
    losses: [],
    questions: [],
    alternatives: [],
    issues: [],
    filled: [],
    fault: null,
    webhookId: null,
    changes: '',
    destination: 'https://hooks.example.com/ops',
    ...changes,
  };
};

/** A api of imports that holds what a test says, and notes what is asked of it. */
export class FakeImportApi {
  readonly calls: string[] = [];
  /** The parts of the last file, put together. */
  text = '';
  opened: OpenedFile = { status: 'read', fileId: 'file', view: aBundle() };
  fileRows: readonly FileRowView[] = [];
  planRows: readonly BundlePlanRowView[] = [];
  /** Installations that cannot be read, and why. */
  readonly unread = new Map<string, Problem>();
  /** What the next decision or secret comes to. */
  replan: { rows: BundlePlanRowView[]; gone: string[] } = { rows: [], gone: [] };
  offered: readonly FileOpenEvent[] = [];
  /** Why the next call is refused. */
  refusal: Problem | null = null;
  #plans = 0;

  get api(): ImportApi {
    const said = <T>(call: string, answer: () => T): Promise<T> => {
      this.calls.push(call);
      const { refusal } = this;
      this.refusal = null;
      return refusal === null
        ? Promise.resolve(answer())
        : Promise.reject(new ORPCError('PROBLEM', { data: refusal }));
    };
    return {
      beginFile: ({ name, bytes }) =>
        said(`begin ${name} ${bytes}`, () => {
          this.text = '';
          return { fileId: 'file' };
        }),
      addToFile: ({ part }) =>
        said('add', () => {
          this.text += atob(part);
        }),
      openFile: () => said('open', () => this.opened),
      unlockFile: ({ passphrase }) => said(`unlock ${passphrase}`, () => this.opened),
      fileRows: () => said('rows', () => streamOf(partsOf([[...this.fileRows]]))),
      forgetFile: () => said('forget file', () => undefined),
      filesToOpen: () => said('offered', () => streamOf(partsOf([...this.offered]))),
      toDrafts: ({ connectionId, keys }) =>
        said(`drafts ${connectionId} ${keys?.join(' ') ?? 'all'}`, () => ({
          draftIds: ['acme/new-1'],
          notes: [],
        })),
      preparePlan: ({ connectionIds, keys, alsoRemove }) =>
        said(
          `plan ${connectionIds.join(' ')}: ${keys?.join(' ') ?? 'all'}${alsoRemove ? ', removals' : ''}`,
          () => streamOf(partsOf(this.#prepared(connectionIds))),
        ),
      decide: ({ connectionId, decisions }) =>
        said(
          `decide ${connectionId} ${decisions.map(({ key, decision }) => `${key} ${JSON.stringify(decision)}`).join(', ')}`,
          () => this.#replanned(),
        ),
      giveSecret: ({ connectionId, name, remember }) =>
        said(`give ${connectionId} ${name}${remember ? ', remember' : ''}`, () =>
          this.#replanned(),
        ),
      withdrawSecret: ({ connectionId, name }) =>
        said(`withdraw ${connectionId} ${name}`, () => this.#replanned()),
      planRow: () => Promise.reject(new Error('no test asks for a row')),
      forgetPlan: ({ bundlePlanId }) => said(`forget ${bundlePlanId}`, () => undefined),
      remembered: () => said('remembered', () => []),
      forgetRemembered: () => said('forget remembered', () => undefined),
    };
  }

  #prepared(connectionIds: readonly string[]): PreparePlanEvent[] {
    this.#plans += 1;
    const events = connectionIds.flatMap((connectionId): PreparePlanEvent[] => {
      const problem = this.unread.get(connectionId) ?? null;
      const at = {
        kind: 'progress',
        connectionId,
        webhooks: 3,
        unaddressable: 0,
        problem,
      } as const;
      if (problem !== null) return [{ ...at, step: 'failed' }];
      const rows = this.planRows.filter((row) => row.connectionId === connectionId);
      return [
        { kind: 'rows', connectionId, rows },
        { ...at, step: 'done' },
      ];
    });
    return [...events, { kind: 'end', bundlePlanId: `plan-${this.#plans}` }];
  }

  #replanned() {
    const { rows, gone } = this.replan;
    const events: ReplanEvent[] = [
      { kind: 'rows', rows },
      { kind: 'end', gone },
    ];
    return streamOf(partsOf(events));
  }
}

async function* partsOf<T>(parts: readonly T[]): AsyncGenerator<T, void, void> {
  await Promise.resolve();
  yield* parts;
}
