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

/** A folder as the bundle that every part of Hookdesk reads. Reads untrusted texts. */
export function bundleOfFolder(files: readonly FolderFile[]): FolderReading {
  const faults: FolderFault[] = [];
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const read = <Schema extends z.ZodType>(path: string, schema: Schema): z.infer<Schema> | null => {
    const found = parsed(texts.get(path) ?? '', schema);
    if (found.kind === 'value') return found.value;
    faults.push({ path, fault: found.fault });
    return null;
  };
  if (!texts.has(headFile)) {
    return unreadable([{ path: headFile, fault: wholeFault('The file is missing.') }]);
  }
  const head = read(headFile, FolderHead);
  const webhooks: BundleWebhook[] = [];
  for (const path of [...texts.keys()].sort()) {
    const key = keyIn(path, templateEnding) ?? keyIn(path, webhookEnding);
    if (key === null) continue;
    const own = `${webhooksFolder}/${key}${webhookEnding}`;
    const template = texts.get(`${webhooksFolder}/${key}${templateEnding}`);
    if (path !== own) {
      if (!texts.has(own)) faults.push({ path, fault: wholeFault(`${own} is missing.`) });
      continue;
    }
    const webhook = read(path, FolderWebhook);
    if (webhook === null) continue;
    if (template !== undefined && webhook.payloadTemplate !== undefined) {
      const why = 'The template has a file of its own. Remove “payloadTemplate” here.';
      faults.push({ path, fault: wholeFault(why) });
    }
    const payloadTemplate =
      template === undefined ? webhook.payloadTemplate : textFrom(unprinted(template), true);
    webhooks.push({ ...webhook, key, ...(payloadTemplate !== undefined && { payloadTemplate }) });
  }
  if (head === null || faults.length > 0) return unreadable(faults);
  const ofBundle: BundleHead = { ...head, $schema: bundleSchemaName, format: bundleFormat };
  return { kind: 'bundle', bytes: writeBundle(webhooks, () => ofBundle) };
}

export const describeFolderFault = ({ path, fault }: FolderFault): string =>
  `${path}: ${describeFileFault(fault)}`;

const unreadable = (faults: readonly FolderFault[]): FolderReading => ({
  kind: 'unreadable',
  faults,
});

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
