import type { z } from 'zod';
import { bundleFormat, type BundleHead, bundleSchemaName, type BundleWebhook } from '../format.ts';
import { unprinted } from '../pieces.ts';
import { describeFileFault, type FileFault, wholeFault } from '../reading/file-fault.ts';
import { guardJson } from '../reading/guard-json.ts';
import { LineCount } from '../reading/line-count.ts';
import { firstFault } from '../reading/schema-fault.ts';
import { textFrom, writeBundle } from '../write-bundle.ts';
import {
  FolderHead,
  type FolderFile,
  FolderWebhook,
  headFile,
  templateEnding,
  webhookEnding,
  webhooksFolder,
} from './layout.ts';

export interface FolderFault {
  readonly path: string;
  readonly fault: FileFault;
}

export type FolderReading =
  | { readonly kind: 'bundle'; readonly bytes: readonly Uint8Array[] }
  | { readonly kind: 'unreadable'; readonly faults: readonly FolderFault[] };

export interface WebhookInFolder {
  readonly path: string;
  /** `null` for a webhook whose template is in its JSON. */
  readonly templatePath: string | null;
  readonly webhook: BundleWebhook & { readonly key: string };
}

export interface FolderContent {
  /** `null` when it cannot be read. */
  readonly head: z.infer<typeof FolderHead> | null;
  readonly webhooks: readonly WebhookInFolder[];
  readonly faults: readonly FolderFault[];
}

/** A folder as the bundle that every part of Hookdesk reads. */
export function bundleOfFolder(files: readonly FolderFile[]): FolderReading {
  const { head, webhooks, faults } = readFolder(files);
  if (head === null || faults.length > 0) return { kind: 'unreadable', faults };
  const ofBundle: BundleHead = { ...head, $schema: bundleSchemaName, format: bundleFormat };
  const written = webhooks.map(({ webhook }) => webhook);
  return { kind: 'bundle', bytes: writeBundle(written, () => ofBundle) };
}

/** Reads untrusted texts. A fault in one file does not affect the others. */
export function readFolder(files: readonly FolderFile[]): FolderContent {
  const faults: FolderFault[] = [];
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const read = <Schema extends z.ZodType>(path: string, schema: Schema): z.infer<Schema> | null => {
    const text = texts.get(path);
    const missing = { kind: 'fault', fault: wholeFault('The file is missing.') } as const;
    const found = text === undefined ? missing : parsed(text, schema);
    if (found.kind === 'value') return found.value;
    faults.push({ path, fault: found.fault });
    return null;
  };
  const head = read(headFile, FolderHead);
  const paths = [...texts.keys()].sort();
  for (const path of paths) {
    const key = keyIn(path, templateEnding);
    const own = `${webhooksFolder}/${key}${webhookEnding}`;
    if (key === null || texts.has(own)) continue;
    faults.push({ path, fault: wholeFault(`${own} is missing.`) });
  }
  const webhooks = paths.flatMap((path): WebhookInFolder[] => {
    const key = keyIn(path, webhookEnding);
    const webhook = key === null ? null : read(path, FolderWebhook);
    if (key === null || webhook === null) return [];
    const templatePath = `${webhooksFolder}/${key}${templateEnding}`;
    const template = texts.get(templatePath);
    if (template === undefined) return [{ path, templatePath: null, webhook: { ...webhook, key } }];
    if (webhook.payloadTemplate !== undefined) {
      const why = 'The template has a file of its own. Remove “payloadTemplate” here.';
      faults.push({ path, fault: wholeFault(why) });
    }
    const payloadTemplate = textFrom(unprinted(template), true);
    return [{ path, templatePath, webhook: { ...webhook, key, payloadTemplate } }];
  });
  return { head, webhooks, faults };
}

export const describeFolderFault = ({ path, fault }: FolderFault): string =>
  `${path}: ${describeFileFault(fault)}`;

function keyIn(path: string, ending: string): string | null {
  const begin = `${webhooksFolder}/`;
  return path.startsWith(begin) && path.endsWith(ending)
    ? path.slice(begin.length, -ending.length)
    : null;
}

function parsed<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
):
  | { readonly kind: 'value'; readonly value: z.infer<Schema> }
  | { readonly kind: 'fault'; readonly fault: FileFault } {
  const guarded = guardJson(text);
  if ('why' in guarded) return { kind: 'fault', fault: guarded };
  const value: unknown = JSON.parse(text);
  const found = schema.safeParse(value);
  if (found.success) return { kind: 'value', value: found.data };
  const start = Math.max(0, text.search(/\S/));
  const fault = firstFault(text, { start, value }, found.error, new LineCount(text));
  return { kind: 'fault', fault };
}
