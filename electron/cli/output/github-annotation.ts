import type { Results } from './results.ts';

/** Source: GitHub, “Workflow commands”. A name in a file must not end the command and begin another one. */
export function githubAnnotation(finding: Results['check'][number]): string {
  const { file, line, column, level, webhook, message } = finding;
  const properties = {
    file,
    ...(line !== null && { line: String(line) }),
    ...(column !== null && { col: String(column) }),
    ...(webhook !== null && { title: webhook }),
  };
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  return `::${level} ${listed.join(',')}::${data(message)}`;
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
