import type { FastifyInstance } from 'fastify';

/**
 * Returns a function that lists the methods of a path, in route order; empty if no route matches.
 * Covers only routes that are added after this call. Like the router, it splits the path as sent:
 * `%2f` is part of an id.
 */
export function allowedMethods(app: FastifyInstance): (path: string) => readonly string[] {
  const routes: { method: string; pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, pattern: patternOf(url) });
  });
  return (sent) => {
    const path = decodePath(sent);
    return [
      ...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
    ];
  };
}

/** Decodes a path like the router: reserved characters such as `%2f` stay encoded. */
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // Only CONNECT can have a path here that cannot be decoded: it matches no route.
    return path;
  }
}

/** A parameter matches any segment that is not empty: its own pattern is ignored. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split(parameter)
      .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/]+')}$`,
  );

/** A parameter of a Fastify route: a name and an optional pattern. */
const parameter = /:\w+(?:\([^)]*\))?/;
