import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Contrib } from '@cyclonedx/cyclonedx-library';
import satisfies from 'spdx-satisfies';
import { z } from 'zod';

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or `null` if the package names no licence. */
  readonly licence: string | null;
  /** Licences and notices, as the package ships them. */
  readonly texts: readonly string[];
}

/** SPDX ids of licences that allow distribution, given the texts on the notices page. */
const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
];

/** Packages with a licence text whose `package.json` does not name the licence. A person read the text. */
export const licencesByText: ReadonlyMap<string, string> = new Map([
  ['runed@0.23.4', 'MIT'],
  ['svelte-toolbelt@0.10.7', 'MIT'],
  ['svelte-toolbelt@0.9.3', 'MIT'],
]);

/** Packages that name a licence but contain no text: the file with the text and the author. */
export const textsByLicence: ReadonlyMap<string, string> = new Map([
  ['@bomb.sh/tab@0.0.22', 'bombsh-tab@0.0.22.txt'],
  ['abstract-logging@2.0.1', 'abstract-logging@2.0.1.txt'],
  ['lazy-val@1.0.5', 'lazy-val@1.0.5.txt'],
]);

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
});

/** The packages of files, each version once, sorted by name. */
export function packagesOf(files: Iterable<string>): ShippedPackage[] {
  const folders = new Set([...files].map(packageFolder));
  const packages = new Map(
    [...folders].map(readPackage).map((each) => [`${each.name}@${each.version}`, each]),
  );
  return [...packages.values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'),
  );
}

/** The folder of a file's package in node_modules; subfolders may have another `package.json`. */
function packageFolder(file: string): string {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  if (folder === undefined) throw new Error(`${file} belongs to no package.`);
  return folder;
}

export function readPackage(folder: string): ShippedPackage {
  const { name, version, license } = Manifest.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  const evidence = new Contrib.License.Utils.LicenseEvidenceGatherer();
  const files = [...evidence.getFileAttachments(folder)].map(({ filePath }) => filePath);
  const id = `${name}@${version}`;
  const text = textsByLicence.get(id);
  if (text !== undefined) files.push(join(import.meta.dirname, 'texts', text));
  const texts = files.map((file) => readFileSync(file, 'utf8').trim());
  return { name, version, licence: license ?? licencesByText.get(id) ?? null, texts };
}

/** The reasons why packages must not be distributed, each as a sentence. */
export function licenceProblems(packages: readonly ShippedPackage[]): string[] {
  return packages.flatMap(({ name, version, licence, texts }) => {
    const id = `${name}@${version}`;
    const problems = [];
    if (licence === null) problems.push(`${id} names no licence.`);
    else if (!isAllowed(licence))
      problems.push(`${id} has the licence “${licence}”, which is not on the list.`);
    if (!texts.some((text) => text !== '')) problems.push(`${id} has no licence text.`);
    return problems;
  });
}

function isAllowed(licence: string): boolean {
  try {
    return satisfies(licence, allowedLicences);
  } catch {
    // Not an SPDX expression.
    return false;
  }
}
