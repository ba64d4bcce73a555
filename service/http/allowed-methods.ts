import { operations } from '../openapi/operations.ts';

/** The methods that a path takes, in the order of the document; none where there is nothing. */
export function allowedMethods(root: string): (path: string) => readonly string[] {
  const documents = new Set(documentPaths(root));
  return (path) => {
    if (documents.has(path)) return ['GET'];
    return operations
      .filter((operation) => matches(root + operation.path, path))
      .map((operation) => operation.method);
  };
}

/** Where the OpenAPI document is served. */
export const documentPaths = (root: string): readonly string[] => [
  ...new Set(['/openapi.json', `${root}/openapi.json`]),
];

function matches(template: string, path: string): boolean {
  const [before, after] = template.split('{webhook_id}');
  if (before === undefined || after === undefined) return template === path;
  const id = path.slice(before.length);
  return path.startsWith(before) && id !== '' && !id.includes('/');
}
