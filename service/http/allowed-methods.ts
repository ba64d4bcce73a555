import type { FastifyInstance } from 'fastify';

/**
 * Returns which methods a path takes, in the order in which its routes were added; none where there is
 * no route. Knows the routes that are added to the app from now on. The path is read as the router
 * reads it: segments are those of the path as sent, so `%2f` is part of an id.
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

/** Decodes what the router decodes before it matches: everything but `%2f` and the like. */
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // Only CONNECT comes here with a path that cannot be decoded: it matches no route.
    return path;
  }
}

/** Of a parameter only the name counts: what it may hold does not make it another path. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split(parameter)
      .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/]+')}$`,
  );

/** As Fastify has it: a name, and perhaps a pattern. */
const parameter = /:\w+(?:\([^)]*\))?/;
