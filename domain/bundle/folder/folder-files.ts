import type { Bundle, BundleWebhook } from '../format.ts';
import { freeKeys, keyFor } from '../keys.ts';
import { piecesOf, printed } from '../pieces.ts';
import { orderedJson } from '../write-bundle.ts';
import { secretPlace } from '../../webhook/secret-place.ts';
import {
  attributesFile,
  FolderHead,
  type FolderFile,
  folderFormat,
  FolderWebhook,
  headFile,
  templateEnding,
  webhookEnding,
  webhooksFolder,
} from './layout.ts';

/** A file for each webhook, and one for each template of several lines. Equal bundles give equal files. */
export function folderFilesOf(bundle: Bundle): FolderFile[] {
  const { webhooks, ...head } = bundle;
  const names = freeKeys();
  const named = webhooks.map((webhook) => {
    const { key = keyFor(webhook.name) } = webhook;
    return { key, name: names.take(fileNameOf(key)), webhook };
  });
  const nameOfKey = new Map(named.map(({ key, name }) => [key, name]));
  const sources = head.sources?.map((source) => ({
    ...source,
    webhooks: source.webhooks.map((one) => ({ ...one, key: nameOfKey.get(one.key) ?? one.key })),
  }));
  const written = {
    ...head,
    $schema: undefined,
    ...(sources !== undefined && { sources }),
    format: folderFormat,
  };
  return [
    attributesFile,
    { path: headFile, text: orderedJson(FolderHead, written) },
    ...named.flatMap(({ name, webhook }) => webhookFiles(name, webhook)),
  ];
}

function webhookFiles(name: string, webhook: BundleWebhook): FolderFile[] {
  const content = { ...webhook, key: undefined };
  const path = `${webhooksFolder}/${name}`;
  const template = templateFor(content.payloadTemplate);
  if (template === null) {
    return [{ path: `${path}${webhookEnding}`, text: orderedJson(FolderWebhook, content) }];
  }
  const rest = { ...content, payloadTemplate: undefined };
  return [
    { path: `${path}${webhookEnding}`, text: orderedJson(FolderWebhook, rest) },
    { path: `${path}${templateEnding}`, text: template },
  ];
}

/** `null` for a text that stays in the JSON: one line, or one that looks like the place of a secret. */
function templateFor(template: BundleWebhook['payloadTemplate']): string | null {
  const pieces = piecesOf(template ?? '');
  const isPlain = pieces.every((piece) => typeof piece !== 'string' || !secretPlace.test(piece));
  const text = printed(pieces);
  return isPlain && /\n./s.test(text) ? text : null;
}

/** Names of devices on Windows, which no file can have there. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

function fileNameOf(key: string): string {
  const name = keyFor(key);
  return reserved.test(name) ? `webhook-${name}` : name;
}
