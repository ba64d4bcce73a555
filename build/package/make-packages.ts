import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type Configuration, Platform } from 'electron-builder';
import { explainDownload, sha256Of } from './offline.ts';
import { copySourceMaps } from './source-maps.ts';

export interface PackageOrder {
  readonly config: Configuration & { readonly directories: { readonly output: string } };
  /** Such as `deb`, or `dir` without an installer; `null` for the targets of the configuration. */
  readonly targets: readonly string[] | null;
}

const root = join(import.meta.dirname, '../..');
export const checksumsName = 'SHA256SUMS';

/** Builds this system's packages, with their checksums and source maps beside them. Returns the files, or problems as lines. */
export async function makePackages({ config, targets }: PackageOrder): Promise<{
  readonly files: readonly string[];
  readonly problems: readonly string[];
}> {
  try {
    const platform = Platform.current();
    const files = await build({
      config,
      ...(targets === null ? {} : { targets: platform.createTarget([...targets]) }),
      projectDir: root,
      publish: 'never',
    });
    const output = join(root, config.directories.output);
    copySourceMaps(root, output);
    return { files: await withChecksums(files, output), problems: [] };
  } catch (error) {
    const problems = explainDownload(error);
    if (problems === null) throw error;
    return { files: [], problems };
  }
}

/** Writes the checksums in the format of `sha256sum --check`. */
async function withChecksums(files: readonly string[], output: string): Promise<readonly string[]> {
  if (files.length === 0) return files;
  const lines: string[] = [];
  for (const file of files.toSorted()) lines.push(`${await sha256Of(file)}  ${basename(file)}\n`);
  const sums = join(output, checksumsName);
  writeFileSync(sums, lines.join(''));
  return [...files, sums];
}
