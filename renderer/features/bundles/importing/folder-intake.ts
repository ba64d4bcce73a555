import { isOwnFile, webhooksFolder } from '#domain/bundle/folder/folder-files.ts';
import { incomingFolder, type IncomingFile } from './incoming-file.ts';

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
