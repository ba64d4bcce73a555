import type { ConnectionView } from '#contract/connections.ts';
import type { ConnectionSettings } from '#domain/installation/connection.ts';
import {
  maxConnectionFileInWords,
  maxConnectionFileLength,
  readConnectionFile,
  writeConnectionFile,
} from '#domain/installation/connection-file.ts';
import { type ProposedEntry, proposeImport } from '#domain/installation/propose-import.ts';
import type { ProblemError } from '#domain/problem.ts';
import { errorAt } from '#domain/issue.ts';
import { invalidField, refusedError } from '../problems.ts';
import type { Connections } from './connections.ts';

/** Exports settings without secrets. */
export function exportConnections(
  connections: Connections,
  ids: readonly string[],
): { text: string; fileName: string } {
  const selectedIds = new Set(ids.map((id) => connections.find(id).id));
  // Practice installations exist only on this machine.
  const exported = connections
    .saved()
    .filter(({ id, practice }) => selectedIds.has(id) && !practice);
  const text = writeConnectionFile(exported);
  if (text.length > maxConnectionFileLength) throw tooLarge();
  return { text, fileName: 'hookdesk-connections.json' };
}

/** What an import would add, entry by entry. */
export function previewImport(connections: Connections, text: string): ProposedEntry[] {
  const reading = readConnectionFile(text);
  if (reading.kind === 'connections') {
    const { certificateFactsIn } = connections;
    return proposeImport(reading.entries, connections.saved(), certificateFactsIn).map((entry) =>
      withHostRefusal(connections, entry),
    );
  }
  throw refusedError(
    `This file cannot be imported. ${reading.why}`,
    'Select a file of installations exported by Hookdesk. Nothing was changed.',
  );
}

function withHostRefusal(connections: Connections, entry: ProposedEntry): ProposedEntry {
  if (entry.settings === null || entry.proposal === 'impossible') return entry;
  const refusal = connections.hostRefusal(entry.settings.baseUrl);
  if (refusal === null) return entry;
  return { ...entry, proposal: 'impossible', issues: [errorAt('baseUrl', refusal.message)] };
}

/** Adds the entries at these indices of the preview. */
export function importConnections(
  connections: Connections,
  text: string,
  indices: readonly number[],
): ConnectionView[] {
  const plan = previewImport(connections, text);
  const selected = [...new Set(indices)].sort((a, b) => a - b);
  return connections.addAll(selected.map((index) => settingsToAdd(plan[index], index)));
}

const tooLarge = (): ProblemError =>
  refusedError(
    `The export is too large: its certificates take more than ${maxConnectionFileInWords}.`,
    'Export fewer installations at a time.',
  );

function settingsToAdd(entry: ProposedEntry | undefined, index: number): ConnectionSettings {
  const settings = entry?.proposal === 'impossible' ? null : (entry?.settings ?? null);
  if (settings !== null) return settings;
  throw invalidField(`connections.${index}`, 'This installation cannot be imported.');
}
