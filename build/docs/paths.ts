import { globSync } from 'node:fs';

/** Matches relative paths, not URL paths or import aliases. */
const pathForm = /^[\w.*{}-][\w.*{},-]*\/[\w./*{},-]*$/;

/** Output folders of the build, and media types. */
const notHere = /^(dist|release|application)\//;

/** Paths of the repository in a text's backticks, without duplicates; braces are expanded. */
export function pathsIn(markdown: string): string[] {
  const spans = [...markdown.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const paths = spans.filter((span) => pathForm.test(span) && !notHere.test(span));
  return [...new Set(paths.flatMap(withoutBraces))];
}

/** The paths in a text that do not exist, each as `page: path`. */
export function missingPaths(root: string, page: string, markdown: string): string[] {
  return pathsIn(markdown)
    .filter((path) => globSync(path, { cwd: root }).length === 0)
    .map((path) => `${page}: ${path}`);
}

/** Sections that end with `N files`: title, that number, and the number of named files. */
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
