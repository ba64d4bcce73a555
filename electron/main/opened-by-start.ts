import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isLink, maxLinkLength } from '#domain/link/link.ts';

/** What a start of Hookdesk, or the system, asks it to open. */
export interface Opened {
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly links: readonly string[];
}

/** @param isPackaged otherwise Electron's first argument is the folder of the app */
export function openedByStart(
  argv: readonly string[],
  workingFolder: string,
  isPackaged: boolean,
): Opened {
  // Not strict, because the arguments contain Chromium's switches.
  const { values, positionals } = parseArgs({
    args: argv.slice(1),
    options: { data: { type: 'string' }, open: { type: 'string', multiple: true } },
    strict: false,
    allowPositionals: true,
  });
  const options = (Array.isArray(values.open) ? values.open : []).filter(
    (text) => typeof text === 'string',
  );
  const alone = isPackaged ? positionals : positionals.slice(1);
  const named = [...options, ...alone].filter((text) => text !== '');
  return {
    files: named
      .filter((text) => !isLink(text))
      .map((text) => resolve(workingFolder, pathOf(text))),
    // A cut link is still too long to be read, and is reported.
    links: named.filter(isLink).map((text) => text.slice(0, maxLinkLength + 1)),
  };
}

/** Linux desktops pass a `file:` URL. An invalid URL counts as a path. */
function pathOf(text: string): string {
  if (!/^file:/i.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch (error) {
    if (error instanceof TypeError) return text;
    throw error;
  }
}
