import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagesBeside } from '../bundle/node-config.ts';
import { electronParts } from './electron-parts.ts';
import { licencesAsHtml, licencesPlace } from './licences-page.ts';
import { billOfMaterials } from './sbom.ts';
import { licenceProblems, packagesOf, readPackage } from './shipped-packages.ts';

/**
 * Writes the licence pages of both hosts, and the bill of materials to `dist/sbom.cdx.json`.
 *
 * @param bundled files of packages in the shipped bundles
 * @throws Error that names each package without an allowed licence or without its text
 */
export function writeNotices(root: string, bundled: Iterable<string>): void {
  const beside = ['electron', ...packagesBeside];
  const packages = packagesOf([
    ...bundled,
    ...beside.map((name) => join(root, 'node_modules', name, 'package.json')),
  ]);
  const problems = licenceProblems(packages);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const application = readPackage(root);
  const html = licencesAsHtml(application, packages);
  for (const host of ['desktop', 'web']) {
    const file = join(root, 'dist/renderer', host, 'help/licences.html');
    const page = readFileSync(file, 'utf8');
    if (!page.includes(licencesPlace)) throw new Error(`${file} has no place for the licences.`);
    writeFileSync(
      file,
      page.replace(licencesPlace, () => html),
    );
  }
  const { version } = readPackage(join(root, 'node_modules/electron'));
  const parts = electronParts(root, version);
  writeFileSync(join(root, 'dist/sbom.cdx.json'), billOfMaterials(application, packages, parts));
}
