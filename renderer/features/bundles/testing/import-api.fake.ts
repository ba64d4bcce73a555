import { ORPCError } from '@orpc/client';
import type {
  BundleView,
  FileRowView,
  FileOpenEvent,
  OpenedFile,
} from '#contract/bundle-import.ts';
import type { Problem } from '#domain/problem.ts';
import type { ImportApi } from '../importing/file-import.svelte.ts';
import { streamOf } from '../../../shared/testing/client.fake.ts';

/** The view of a bundle with three webhooks, with the given changes. */
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

/** A fake import API that records its calls. */
export class FakeImportApi {
  readonly calls: string[] = [];
  /** The joined parts of the last file. */
  text = '';
  opened: OpenedFile = { status: 'read', fileId: 'file', view: aBundle() };
  fileRows: readonly FileRowView[] = [];
  offered: readonly FileOpenEvent[] = [];
  /** The problem that the next call throws. */
  refusal: Problem | null = null;

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
      remembered: () => said('remembered', () => []),
      forgetRemembered: () => said('forget remembered', () => undefined),
    };
  }
}

async function* partsOf<T>(parts: readonly T[]): AsyncGenerator<T, void, void> {
  await Promise.resolve();
  yield* parts;
}
