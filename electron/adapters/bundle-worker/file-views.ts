import type { BundleView, FaultyRow, FileRowView } from '#contract/bundle-import.ts';
import type { ReadView } from '#core/bundle-ports.ts';
import { printed } from '#domain/bundle/pieces.ts';
import { secretsOf } from '#domain/bundle/portable.ts';
import type { FileReading } from '#domain/bundle/reading/read-file.ts';
import type { BundleRow } from '#domain/bundle/bundle-row.ts';
import { maskedUrl } from '#domain/secrets/masked-url.ts';

const maxFaults = 100;
const maxSecrets = 1_000;

/** Characters. */
const maxTextLength = 1_000;

export function fileView(reading: Extract<FileReading, { kind: 'bundle' | 'raw' }>): ReadView {
  const { kind, rows } = reading;
  const faults = rows.flatMap(faultOf);
  const whats = new Map<string, string>();
  for (const { content } of rows) {
    if (content.kind === 'webhook')
      for (const name of secretsOf(content.webhook)) whats.set(name, '');
  }
  const common = {
    kind,
    rows: rows.length,
    faults: faults.slice(0, maxFaults),
    faultsTotal: faults.length,
    unknown: reading.unknown.listed,
    unknownTotal: reading.unknown.total,
  };
  if (reading.kind === 'raw') {
    const { variant } = reading;
    return {
      ...common,
      version: null,
      newer: false,
      exportedAt: null,
      exportedBy: null,
      containsSecrets: false,
      sources: [
        { installation: '', variant, webhooks: rows.length, fingerprint: null, connection: null },
      ],
      secrets: namesOf(whats),
      tokens: 0,
    };
  }
  const { version, exportedAt, exportedBy, containsSecrets, sources, secrets, tokens } =
    reading.bundle;
  for (const { name, what } of secrets ?? []) if (whats.has(name)) whats.set(name, what);
  return {
    ...common,
    version,
    newer: reading.newer,
    exportedAt: exportedAt ?? null,
    exportedBy: exportedBy ?? null,
    containsSecrets: containsSecrets ?? false,
    sources: (sources ?? []).map((source) => ({
      installation: source.installation,
      variant: source.variant,
      webhooks: source.webhooks.length,
      fingerprint: source.fingerprint ?? null,
      connection: source.connection ?? null,
    })),
    secrets: namesOf(whats),
    tokens: tokens?.length ?? 0,
  };
}

const namesOf = (whats: ReadonlyMap<string, string>): BundleView['secrets'] =>
  [...whats].slice(0, maxSecrets).map(([name, what]) => ({ name, what: cut(what) }));

const faultOf = ({ key, content }: BundleRow): FaultyRow[] =>
  content.kind === 'unreadable' ? [{ key, name: content.name, fault: content.fault }] : [];

export function fileRowView({ key, line, content, origin }: BundleRow): FileRowView {
  const installation = cut(origin?.installation ?? '');
  if (content.kind === 'unreadable') {
    const { name, fault } = content;
    return { key, name, url: '', line, installation, needs: [], fault };
  }
  const { webhook } = content;
  return {
    key,
    name: cut(webhook.name),
    url: cut(maskedUrl(printed(webhook.url))),
    line,
    installation,
    needs: secretsOf(webhook),
    fault: null,
  };
}

const cut = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
