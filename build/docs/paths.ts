import { globSync } from 'node:fs';

/** A relative path: URL paths and import aliases are none. */
const pathForm = /^[\w.*{}-][\w.*{},-]*\/[\w./*{},-]*$/;

/** Folders that the build makes, and media types. */
const notHere = /^(dist|release|application)\//;

/** Paths of the repository that a Markdown text names in backticks, each once; braces are expanded. */
export function pathsIn(markdown: string): string[] {
  const spans = [...markdown.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const paths = spans.filter((span) => pathForm.test(span) && !notHere.test(span));
  return [...new Set(paths.flatMap(withoutBraces))];
}

/** The paths of a text that lead nowhere, each as `page: path`. */
export function missingPaths(root: string, page: string, markdown: string): string[] {
  return pathsIn(markdown)
    .filter((path) => globSync(path, { cwd: root }).length === 0)
    .map((path) => `${page}: ${path}`);
}

/** Sections of a page that end with `N files`: their titles, that number, and how many files they name. */
export function journeysIn(markdown: string): { title: string; written: number; named: number }[] {
  return markdown.split(/^## /m).flatMap((section) => {
    const [, list, count] = /^([\s\S]*?)^(\d+) files\b/m.exec(section) ?? [];
    if (list === undefined) return [];
    const [title = ''] = section.split('\n', 1);
    return [{ title, written: Number(count), named: pathsIn(list).length }];
  });
}

function withoutBraces(path: string): string[] {
  const [, before = '', options, after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  if (options === undefined) return [path];
  return options.split(',').flatMap((option) => withoutBraces(before + option + after));
}
