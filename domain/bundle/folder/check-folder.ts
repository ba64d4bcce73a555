import { lineAndColumn } from '../../text/line-and-column.ts';
import {
  checkWebhook,
  faultFinding,
  type FileFinding,
  offsetInRow,
  ownTokensOf,
  type WebhookFinding,
} from '../check/check-file.ts';
import { portableFrom } from '../portable-webhook.ts';
import { type FolderFile, parseFolder } from './folder-files.ts';

export interface FolderFinding extends FileFinding {
  readonly path: string;
}

/** Checks definitions and templates of a folder, each at its place in its file. */
export function checkFolder(files: readonly FolderFile[]): FolderFinding[] {
  const { head, webhooks, faults } = parseFolder(files);
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const textOf = (path: string): string => texts.get(path) ?? '';
  const ownTokens = head === null ? [] : ownTokensOf(head);
  const variants = new Map(
    (head?.sources ?? []).flatMap((source) =>
      source.webhooks.map(({ key }) => [key, source.variant] as const),
    ),
  );
  const findings = webhooks.flatMap(({ path, templatePath, webhook }) => {
    const placeOf = (finding: WebhookFinding) => {
      const [member] = finding.path;
      if (templatePath !== null && member === 'payloadTemplate') {
        return { path: templatePath, ...lineAndColumn(textOf(templatePath), finding.offset ?? 0) };
      }
      const text = textOf(path);
      const start = Math.max(0, text.search(/\S/));
      const at = offsetInRow(text, start, finding.path, finding.offset);
      return { path, ...lineAndColumn(text, at) };
    };
    const variant = variants.get(webhook.key) ?? null;
    return checkWebhook(portableFrom(webhook), variant, ownTokens).map((finding) => ({
      ...placeOf(finding),
      level: finding.level,
      webhook: webhook.name,
      message: finding.message,
    }));
  });
  const faultFindings = faults.map(({ path, fault }) => ({ path, ...faultFinding(fault, null) }));
  return [...faultFindings, ...findings];
}
