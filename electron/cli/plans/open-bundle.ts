import { readFile, stat } from 'node:fs/promises';
import { asPathRefused, pathRefused, readBundleFolder } from '#adapters/file-open/bundle-folder.ts';
import { type BundleView, maxFilePartLength } from '#contract/bundle-import.ts';
import type { HookdeskClient } from '#contract/index.ts';
import {
  describeFolderFault,
  type FolderFault,
  type FolderFile,
} from '#domain/bundle/folder/folder-files.ts';
import { bundleOfParts, folderTexts } from '#domain/bundle/folder/folder-parts.ts';
import { plainError, type ProblemError } from '#domain/problem.ts';
import { findInstallations } from '../find-installation.ts';

/** A bundle file, or a folder as a bundle. @throws ProblemError('file-refused') */
export async function readBundle(path: string): Promise<Uint8Array> {
  try {
    if (!(await stat(path)).isDirectory()) return await readFile(path);
  } catch (error) {
    throw asPathRefused(error, path);
  }
  const { content, parts } = await readBundleFolder(path);
  const reading = bundleOfParts(content, parts);
  if (reading.kind === 'bundle') return Buffer.concat(reading.bytes);
  throw faulty(path, reading.faults);
}

/** @throws ProblemError('file-refused') */
export async function readFolderFiles(path: string): Promise<readonly FolderFile[]> {
  const { content, parts } = await readBundleFolder(path);
  const { files, faults } = folderTexts(content, parts);
  if (faults.length > 0) throw faulty(path, faults);
  return files;
}

const faulty = (path: string, faults: readonly FolderFault[]): ProblemError =>
  pathRefused(path, faults.map(describeFolderFault).join('\n'));

/** Base64 takes 4 characters for 3 bytes. */
const partBytes = (maxFilePartLength / 4) * 3;

export interface OpenedBundle {
  readonly fileId: string;
  readonly view: BundleView;
}

/** Gives the host the content. @throws ProblemError('file-refused') for an encrypted bundle */
export async function openBundle(
  client: HookdeskClient,
  name: string,
  content: Uint8Array,
): Promise<OpenedBundle> {
  const bytes = Buffer.from(content);
  const { fileId } = await client.bundles.beginFile({ name, bytes: bytes.length });
  for (let from = 0; from < bytes.length; from += partBytes) {
    const part = bytes.subarray(from, from + partBytes).toString('base64');
    await client.bundles.addToFile({ fileId, part });
  }
  const opened = await client.bundles.openFile({ fileId });
  if (opened.status === 'read') return { fileId, view: opened.view };
  throw plainError('file-refused', `${name} is encrypted.`, 'Decrypt it with age first.');
}

export interface Targets {
  readonly connectionIds: string[];
  /** Each webhook only for the installation that it comes from. */
  readonly eachToItsSource: boolean;
}

/** The named installations, else those that the bundle comes from. */
export async function targetsOf(
  client: HookdeskClient,
  { view }: OpenedBundle,
  given: readonly string[],
): Promise<Targets> {
  if (given.length > 0) {
    const found = await findInstallations(client, given);
    return { connectionIds: found.map(({ id }) => id), eachToItsSource: false };
  }
  const connectionIds = view.sources.flatMap(({ connectionId }) => connectionId ?? []);
  if (connectionIds.length === view.sources.length && connectionIds.length > 0) {
    return { connectionIds, eachToItsSource: true };
  }
  throw plainError(
    'no-such-connection',
    'The webhooks come from an installation that is not in the list.',
    'Name the installations with --installation.',
  );
}
