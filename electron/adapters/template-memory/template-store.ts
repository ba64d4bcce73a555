import { z } from 'zod';
import { RuleSetChoice } from '#contract/test-sends.ts';
import type { RememberedTemplates, TemplateStore } from '#core/store-ports.ts';
import { OwnTokens } from '#domain/template/own-tokens.ts';
import { defaultRuleSet } from '#domain/template/render-template.ts';
import { SampleEdits } from '#domain/template/samples.ts';
import { type FileOptions, openFileWithBackup } from '../settings/file-with-backup.ts';
import type { ReadFile } from '../settings/read-checked-file.ts';

interface OpenedTemplateStore extends TemplateStore {
  readonly notice: string | null;
}

/**
 * Stores what a person set beside the templates: sample values, custom placeholders, rule sets, and names of headers
 * marked as secret. Neither templates nor values of secrets.
 * @throws ProblemError('storage-failed') when the folder or the file is unusable
 */
export function createTemplateStore(options: FileOptions): OpenedTemplateStore {
  const file = openFileWithBackup({
    ...options,
    name: 'templates',
    title: 'The file of sample values and custom placeholders',
    version: 1,
    empty: nothingRemembered,
    read: readRemembered,
    write: ({ installations, samples }) => ({ installations, samples }),
    describeRestored: () => 'what could be read of it was taken over.',
  });
  return {
    notice: file.notice,
    remembered: file.content,
    save: (next) => {
      file.save(structuredClone(next));
    },
  };
}

const Installation = z.looseObject({
  connectionId: z.string().min(1),
  ownTokens: OwnTokens.default([]),
  rules: RuleSetChoice.default(defaultRuleSet),
  secretHeaders: z.array(z.string().max(1_000)).max(1_000).exactOptional(),
});
const Samples = z.looseObject({
  connectionId: z.string().min(1),
  webhookId: z.int(),
  edits: SampleEdits,
});
const Top = z.looseObject({ installations: z.unknown(), samples: z.unknown() }).partial();

const nothingRemembered: RememberedTemplates = { installations: [], samples: [] };

function readRemembered(value: unknown): ReadFile<RememberedTemplates> {
  const top = Top.safeParse(value);
  if (!top.success) return { content: nothingRemembered, unread: [], unknown: [] };
  const installations = readList('installations', top.data.installations, Installation);
  const samples = readList('samples', top.data.samples, Samples);
  return {
    content: { installations: installations.read, samples: samples.read },
    unread: [...installations.unread, ...samples.unread],
    unknown: [
      ...keysBeyond(Top.shape, top.data),
      ...installations.read.flatMap((each) => keysBeyond(Installation.shape, each)),
      ...samples.read.flatMap((each) => keysBeyond(Samples.shape, each)),
    ],
  };
}

function readList<Item>(
  name: keyof RememberedTemplates,
  value: unknown,
  item: z.ZodType<Item>,
): { read: Item[]; unread: string[] } {
  const list = z.array(z.unknown()).safeParse(value ?? []);
  if (!list.success) return { read: [], unread: [name] };
  const items = list.data.map((each) => item.safeParse(each));
  return {
    read: items.flatMap(({ data }) => (data === undefined ? [] : [data])),
    unread: items.flatMap(({ success }, index) =>
      success ? [] : [`item ${index + 1} of ${name}`],
    ),
  };
}

const keysBeyond = (shape: object, item: object): string[] =>
  Object.keys(item).filter((key) => !Object.hasOwn(shape, key));
