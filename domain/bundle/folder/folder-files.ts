import { z } from 'zod';
import { secretReferencePattern } from '../../webhook/secret-reference.ts';
import {
  type Bundle,
  bundleFormat,
  BundleHead,
  bundleSchemaName,
  BundleWebhook,
} from '../format.ts';
import { freeKeys, keyFor } from '../keys.ts';
import { piecesOf, printPieces, readPieces } from '../text-with-secrets.ts';
import { fileFaultInWords, type FileFault, faultWithoutPlace } from '../reading/file-fault.ts';
import { LineFinder } from '../../text/line-and-column.ts';
import { guardJson } from '../reading/guard-json.ts';
import { schemaFault } from '../reading/schema-fault.ts';
import { orderedJson, textFrom, writeBundle } from '../write-bundle.ts';

/** A file for each webhook, and one for each template of several lines. Equal bundles give equal files. */
export function folderFilesOf(bundle: Bundle): FolderFile[] {
  const { webhooks, ...head } = bundle;
  const freeNames = freeKeys();
  const namedWebhooks = webhooks.map((webhook) => {
    const { key = keyFor(webhook.name) } = webhook;
    return { key, name: freeNames.take(keyFor(key)), webhook };
  });
  const nameByKey = new Map(namedWebhooks.map(({ key, name }) => [key, name]));
  const sources = head.sources?.map((source) => ({
    ...source,
    webhooks: source.webhooks.map((webhook) => ({
      ...webhook,
      key: nameByKey.get(webhook.key) ?? webhook.key,
    })),
  }));
  const folderHead = {
    ...head,
    $schema: undefined,
    ...(sources !== undefined && { sources }),
    format: folderFormat,
  };
  return [
    attributesFile,
    { path: headFile, text: orderedJson(FolderHead, folderHead) },
    ...namedWebhooks.flatMap(({ name, webhook }) => webhookFiles(name, webhook)),
  ];
}

function webhookFiles(name: string, webhook: BundleWebhook): FolderFile[] {
  const content = { ...webhook, key: undefined };
  const path = `${webhooksFolder}/${name}`;
  const template = templateFor(content.payloadTemplate);
  if (template === null) {
    return [{ path: `${path}${webhookEnding}`, text: orderedJson(FolderWebhook, content) }];
  }
  const withoutTemplate = { ...content, payloadTemplate: undefined };
  return [
    { path: `${path}${webhookEnding}`, text: orderedJson(FolderWebhook, withoutTemplate) },
    { path: `${path}${templateEnding}`, text: template },
  ];
}

/** `null` for a text that stays in the JSON: one line, or one with a text like `<secret:name>`. */
function templateFor(template: BundleWebhook['payloadTemplate']): string | null {
  const pieces = piecesOf(template ?? '');
  const canBeReadAgain = pieces.every(
    (piece) => typeof piece !== 'string' || !secretReferencePattern.test(piece),
  );
  const text = printPieces(pieces);
  return canBeReadAgain && /\n./s.test(text) ? text : null;
}

/** A file of a folder in the format of Hookdesk. `path` has slashes, and is relative to the folder. */
export interface FolderFile {
  readonly path: string;
  readonly text: string;
}

const folderFormat = 'hookdesk-folder';

export const headFile = 'hookdesk.json';
export const webhooksFolder = 'webhooks';
const webhookEnding = '.json';
const templateEnding = '.template.txt';

/** Git would otherwise change the line ends of templates on Windows. */
const attributesFile: FolderFile = { path: '.gitattributes', text: '* -text\n' };

const FolderHead = BundleHead.omit({ format: true, $schema: true }).extend({
  format: z.literal(folderFormat),
});

/** The name of the file is the key. */
const FolderWebhook = BundleWebhook.omit({ key: true });

/** Whether Hookdesk wrote the file, or would read it. */
export const isOwnFile = (path: string): boolean =>
  path === headFile || path === attributesFile.path || ownWebhookFile.test(path);

const ownWebhookFile = /^webhooks\/[^/]+(?:\.json|\.template\.txt)$/;

/** A file of a folder that cannot be used, and why. */
export interface FolderFault {
  readonly path: string;
  readonly fault: FileFault;
}

export type FolderReading =
  | { readonly kind: 'bundle'; readonly bytes: readonly Uint8Array[] }
  | { readonly kind: 'unreadable'; readonly faults: readonly FolderFault[] };

/** A webhook, and the files that it was read from. */
interface WebhookInFolder {
  readonly path: string;
  /** `null` for a webhook whose template is in its JSON. */
  readonly templatePath: string | null;
  readonly webhook: BundleWebhook & { readonly key: string };
}

interface FolderContent {
  /** `null` when it cannot be read. */
  readonly head: z.infer<typeof FolderHead> | null;
  readonly webhooks: readonly WebhookInFolder[];
  readonly faults: readonly FolderFault[];
}

/** A folder as the bundle that every part of Hookdesk reads. */
export function bundleOfFolder(files: readonly FolderFile[]): FolderReading {
  const { head, webhooks, faults } = parseFolder(files);
  if (head === null || faults.length > 0) return { kind: 'unreadable', faults };
  const bundleHead: BundleHead = { ...head, $schema: bundleSchemaName, format: bundleFormat };
  const bundleWebhooks = webhooks.map(({ webhook }) => webhook);
  return { kind: 'bundle', bytes: writeBundle(bundleWebhooks, () => bundleHead) };
}

/** Reads untrusted texts. A fault in one file does not affect the others. */
export function parseFolder(files: readonly FolderFile[]): FolderContent {
  const faults: FolderFault[] = [];
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const read = <Schema extends z.ZodType>(path: string, schema: Schema): z.infer<Schema> | null => {
    const text = texts.get(path);
    const missing = { kind: 'fault', fault: faultWithoutPlace('The file is missing.') } as const;
    const parsed = text === undefined ? missing : parseFile(text, schema);
    if (parsed.kind === 'value') return parsed.value;
    faults.push({ path, fault: parsed.fault });
    return null;
  };
  const head = read(headFile, FolderHead);
  const paths = [...texts.keys()].sort();
  for (const path of paths) {
    const key = keyIn(path, templateEnding);
    const webhookPath = `${webhooksFolder}/${key}${webhookEnding}`;
    if (key === null || texts.has(webhookPath)) continue;
    faults.push({ path, fault: faultWithoutPlace(`${webhookPath} is missing.`) });
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
      faults.push({ path, fault: faultWithoutPlace(why) });
    }
    const payloadTemplate = textFrom(readPieces(template), true);
    return [{ path, templatePath, webhook: { ...webhook, key, payloadTemplate } }];
  });
  return { head, webhooks, faults };
}

export const describeFolderFault = ({ path, fault }: FolderFault): string =>
  `${path}: ${fileFaultInWords(fault)}`;

/** The key of the webhook whose file this is; `null` for a file with another ending or in another folder. */
function keyIn(path: string, ending: string): string | null {
  const folder = `${webhooksFolder}/`;
  return path.startsWith(folder) && path.endsWith(ending)
    ? path.slice(folder.length, -ending.length)
    : null;
}

function parseFile<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
):
  | { readonly kind: 'value'; readonly value: z.infer<Schema> }
  | { readonly kind: 'fault'; readonly fault: FileFault } {
  const guarded = guardJson(text);
  if ('why' in guarded) return { kind: 'fault', fault: guarded };
  const value: unknown = JSON.parse(text);
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: 'value', value: parsed.data };
  const start = Math.max(0, text.search(/\S/));
  const fault = schemaFault(text, { start, value }, parsed.error, new LineFinder(text));
  return { kind: 'fault', fault };
}
