import type { ShippedPackage } from './shipped-packages.ts';

/** The text of `renderer/help/licences.html` that the licences replace. */
export const licencesPlace = '<p>The build adds the licences here.</p>';

/** HTML with the licence of the application, then the licence of each package. */
export function licencesAsHtml(
  application: ShippedPackage,
  packages: readonly ShippedPackage[],
): string {
  const intro = `<p>The desktop application contains Electron, whose file <code>LICENSES.chromium.html</code>
is beside the program, and the packages below.</p>`;
  return [
    licence('Hookdesk', application),
    intro,
    ...packages.map((each) => licence(each.name, each)),
  ].join('\n');
}

function licence(title: string, { version, licence: id, texts }: ShippedPackage): string {
  const heading = `<h2>${escaped(`${title} ${version} (${id ?? 'no licence'})`)}</h2>`;
  return [heading, ...texts.map((text) => `<pre>${escaped(text)}</pre>`)].join('\n');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
