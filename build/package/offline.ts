import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

const releases = 'https://github.com/electron/electron/releases/download';

/** The hash of each file of this version, from Electron's npm package. */
const checksums = z
  .record(z.string(), z.string())
  .parse(
    JSON.parse(
      readFileSync(join(import.meta.dirname, '../../node_modules/electron/checksums.json'), 'utf8'),
    ),
  );

export interface WantedElectron {
  readonly version: string;
  readonly platform: NodeJS.Platform;
  readonly archs: readonly string[];
}

/** The problems of a folder with Electron's zip files, each as a sentence. */
export async function electronProblems(
  folder: string,
  { version, platform, archs }: WantedElectron,
): Promise<string[]> {
  const problems: string[] = [];
  for (const arch of archs) {
    const name = `electron-v${version}-${platform}-${arch}.zip`;
    const file = join(folder, name);
    if (!existsSync(file)) {
      problems.push(
        `${file} does not exist. Download ${releases}/v${version}/${name} into the folder.`,
      );
    } else if ((await sha256Of(file)) !== checksums[name]) {
      problems.push(`${file} is not the file of Electron ${version}. Download it again.`);
    }
  }
  return problems;
}

/** SHA-256 of a file, in hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const FailedDownload = z.object({
  message: z.string(),
  options: z.object({ url: z.instanceof(URL) }),
});

/** What to do without a network, as lines; `null` for an error that is no failed download. */
export function explainDownload(error: unknown): string[] | null {
  const failed = FailedDownload.safeParse(error);
  if (!failed.success) return null;
  const { message, options } = failed.data;
  const url = options.url.href;
  const [release = '', name = ''] = decodeURIComponent(options.url.pathname).split('/').slice(-2);
  if (/^(?:electron-v.*\.zip|SHASUMS256\.txt)$/.test(name)) {
    return [
      `Electron could not be downloaded: ${url}: ${message}`,
      'Download the zip file on a computer with a network into a folder, and run:',
      '  npm run package -- --electron FOLDER',
      'Or name a server that has it in ELECTRON_MIRROR.',
    ];
  }
  return [
    `A packaging tool could not be downloaded: ${url}: ${message}`,
    'Download it on a computer with a network, and put it into the folder that ELECTRON_BUILDER_CACHE names:',
    `  $ELECTRON_BUILDER_CACHE/${release}/${name}`,
    'Or name a server that has it in ELECTRON_BUILDER_BINARIES_MIRROR.',
    'To pack without this tool, name other targets, or make the application without an installer:',
    '  npm run package -- --targets deb,rpm',
    '  npm run package -- --dir',
  ];
}
