import { isOwnFile, webhooksFolder } from '#domain/bundle/folder/folder-files.ts';
import { folderExcess, type FolderPart } from '#domain/bundle/folder/folder-parts.ts';
import { maxFileBytes } from '#domain/bundle/bundle-limits.ts';
import { isArmored } from '#domain/bundle/reading/decode-file.ts';
import { plainProblem, type Problem } from '#domain/problem.ts';

export interface IncomingFile {
  readonly name: string;
  readonly content: Blob | string;
  /** Of a folder, whose files `content` joins in this order. */
  readonly parts?: readonly FolderPart[];
}

export const pastedName = 'Pasted text';

/** @param files by their path in the folder. Files of other programs are left out. */
export function incomingFolder(name: string, files: ReadonlyMap<string, File>): IncomingFile {
  const own = [...files].filter(([path]) => isOwnFile(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    name,
    content: new Blob(own.map(([, file]) => file)),
    parts: own.map(([path, { size }]) => ({ path, bytes: size })),
  };
}

export function refusalOf({ name, content, parts = [] }: IncomingFile): Problem | null {
  const excess = folderExcess(parts);
  if (excess !== null) {
    return plainProblem(
      'too-large',
      `The folder ${name} cannot be opened. ${excess}`,
      'Nothing of it was read. Export fewer webhooks into one folder.',
    );
  }
  const bytes = typeof content === 'string' ? content.length : content.size;
  if (bytes <= maxFileBytes) return null;
  return plainProblem(
    'too-large',
    `${name} has ${mebibytes(bytes)}; Hookdesk reads at most ${mebibytes(maxFileBytes)}.`,
    'Nothing of it was read. Split it, or export fewer webhooks at once.',
  );
}

const mebibytes = (bytes: number): string =>
  `${Math.ceil(bytes / 1024 / 1024).toLocaleString('en')} MiB`;

/** Whether a pasted text may be JSON, output of `curl -i`, or an armored age file. */
export function looksLikeWebhooks(text: string): boolean {
  if (isArmored(text)) return true;
  const begin = text.slice(0, 1_000).trimStart();
  if (/^HTTP\/[0-9]/.test(begin)) return true;
  const end = text.slice(-1_000).trimEnd();
  return (
    (/^\{\s*["}]/.test(begin) && end.endsWith('}')) ||
    (/^\[\s*[{[\]]/.test(begin) && end.endsWith(']'))
  );
}

/** Files of a folder that a person selected in the dialog: each path begins with the folder's name. */
export function chosenFolder(files: readonly File[]): IncomingFile {
  const [name = ''] = files[0]?.webkitRelativePath.split('/') ?? [];
  const byPath = files.map(
    (file) => [file.webkitRelativePath.slice(name.length + 1), file] as const,
  );
  return incomingFolder(name, new Map(byPath));
}

export const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true;

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** Reads no other folder inside of the dropped one. @throws DOMException */
export async function droppedFolder(folder: FileSystemDirectoryEntry): Promise<IncomingFile> {
  const entries = await entriesOf(folder);
  const inner = entries.filter(isFolder).filter(({ name }) => name === webhooksFolder);
  const within = await Promise.all(inner.map(entriesOf));
  const files = new Map<string, File>();
  for (const entry of [...entries, ...within.flat()].filter(isFile)) {
    const path = entry.fullPath.slice(folder.fullPath.length + 1);
    if (isOwnFile(path)) files.set(path, await fileOf(entry));
  }
  return incomingFolder(folder.name, files);
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

/** A reader returns about 100 entries at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
}
