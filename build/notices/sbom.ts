import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';
import type { ElectronParts } from './electron-parts.ts';
import type { ShippedPackage } from './shipped-packages.ts';

/** The bill of materials as CycloneDX 1.6 JSON. Equal packages give equal text. */
export function billOfMaterials(
  application: ShippedPackage,
  packages: readonly ShippedPackage[],
  { archives, programs }: ElectronParts,
): string {
  const bom = new Models.Bom();
  const main = component(application, Enums.ComponentType.Application);
  bom.metadata.component = main;
  for (const each of packages) {
    const part = component(each, Enums.ComponentType.Library);
    bom.components.add(part);
    main.dependencies.add(part.bomRef);
  }
  for (const { name, version } of programs) {
    bom.components.add(
      new Models.Component(Enums.ComponentType.Framework, name, { version, bomRef: name }),
    );
  }
  for (const { name, sha256 } of archives) {
    const hashes = new Models.HashDictionary([[Enums.HashAlgorithm['SHA-256'], sha256]]);
    bom.components.add(
      new Models.Component(Enums.ComponentType.File, name, { hashes, bomRef: name }),
    );
  }
  const normalizers = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const options = { sortLists: true, space: 2 };
  return `${new Serialize.JsonSerializer(normalizers).serialize(bom, options)}\n`;
}

function component(
  { name: fullName, version, licence }: ShippedPackage,
  type: Enums.ComponentType,
): Models.Component {
  const [name = '', group] = fullName.split('/').reverse();
  const purl = new PackageURL('npm', group, name, version, undefined, undefined).toString();
  const licences = new Contrib.License.Factories.LicenseFactory(() => undefined);
  return new Models.Component(type, name, {
    group,
    version,
    purl,
    bomRef: purl,
    licenses: new Models.LicenseRepository(
      licence === null ? [] : [licences.makeFromString(licence)],
    ),
  });
}
