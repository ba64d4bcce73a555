import type {
  FoundSecretView,
  PlainTextView,
  PrepareExportEvent,
  WriteExportEvent,
  WriteExportInput,
} from '#contract/bundle-export.ts';
import type { ExportApi } from '../exporting/bundle-export.svelte.ts';
import { streamOf } from '../../../shared/testing/client.fake.ts';

/** A secret that an export found. */
export const aFoundSecret = (name: string): FoundSecretView => ({
  name,
  what: `In the URL of “${name}”.`,
  masked: '•••••••• (24 characters)',
  uses: [
    { key: name, webhook: `Webhook ${name}`, installation: 'acme', place: 'url', words: 'the URL' },
  ],
  usesTotal: 1,
  isMarked: false,
});

/** A header value that an export lists. */
export const aPlainText = (header: string, text: string): PlainTextView => ({
  header,
  text,
  uses: [
    {
      key: 'pager',
      webhook: 'Pager',
      installation: 'acme',
      place: 'headers.0.value',
      words: `the header ${header}`,
    },
  ],
  usesTotal: 1,
});

/** A fake export API; a test holds its streams with `gate`. */
export class FakeExportApi {
  /** The calls, such as `forget 1`. */
  readonly calls: string[] = [];
  readonly written: WriteExportInput[] = [];
  secrets: readonly FoundSecretView[] = [];
  texts: readonly PlainTextView[] = [];
  leaks: Extract<WriteExportEvent, { kind: 'end' }>['leaks'] = [];
  /** The error that the next stream throws. */
  refusal: Error | null = null;
  /** Each stream waits for it. */
  gate: Promise<unknown> = Promise.resolve();
  #exports = 0;

  get api(): ExportApi {
    return {
      prepareExport: (selection) => {
        const parts = selection.webhooks.map(
          ({ connectionId, webhooks }) =>
            `${connectionId}=${webhooks?.map(({ id }) => id).join('+') ?? 'all'}`,
        );
        this.calls.push(['prepare', ...parts, ...selection.draftIds].join(' '));
        return Promise.resolve(streamOf(this.#prepared()));
      },
      exportSecret: ({ exportId, name }) => {
        this.calls.push(`show ${exportId} ${name}`);
        return Promise.resolve({ value: `value of ${name}` });
      },
      plainTexts: () => Promise.resolve(streamOf(this.#texts())),
      markSecret: ({ exportId, mark }) => {
        this.calls.push(`mark ${exportId} ${mark.kind === 'header' ? mark.name : mark.text}`);
        return Promise.resolve(streamOf(this.#secretsNow()));
      },
      unmarkSecret: ({ exportId, name }) => {
        this.calls.push(`unmark ${exportId} ${name}`);
        return Promise.resolve(streamOf(this.#secretsNow()));
      },
      writeExport: (input) => {
        this.written.push(input);
        return Promise.resolve(streamOf(this.#file(input)));
      },
      forgetExport: ({ exportId }) => {
        this.calls.push(`forget ${exportId}`);
        return Promise.resolve();
      },
    };
  }

  async *#prepared(): AsyncGenerator<PrepareExportEvent, void, void> {
    yield { kind: 'progress', done: 1, total: 2 };
    await this.#pass();
    for (const secret of this.secrets) yield { kind: 'secrets', secrets: [secret] };
    this.#exports += 1;
    yield {
      kind: 'end',
      exportId: String(this.#exports),
      webhooks: 3,
      leftOut: [],
      notices: [],
      suggestedName: 'acme-2026-11-21.hookdesk.json',
    };
  }

  async *#texts(): AsyncGenerator<PlainTextView[], void, void> {
    await this.#pass();
    yield [...this.texts];
  }

  async *#secretsNow(): AsyncGenerator<FoundSecretView[], void, void> {
    await this.#pass();
    yield [...this.secrets];
  }

  async *#file(input: WriteExportInput): AsyncGenerator<WriteExportEvent, void, void> {
    yield { kind: 'text', text: '{' };
    await this.#pass();
    yield { kind: 'text', text: '}' };
    yield {
      kind: 'end',
      fileName: `acme.${input.format}`,
      mimeType: 'application/json',
      bytes: 2,
      containsSecrets: input.keep.length > 0,
      leaks: this.leaks,
    };
  }

  async #pass(): Promise<void> {
    await this.gate;
    const { refusal } = this;
    this.refusal = null;
    if (refusal !== null) throw refusal;
  }
}
