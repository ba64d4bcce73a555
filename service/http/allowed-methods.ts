import type { FastifyInstance } from 'fastify';

/**
 * Tells which methods a path takes, in the order in which its routes were added; none where there is
 * nothing. Knows the routes that are added to the app from now on.
 */
export function allowedMethods(app: FastifyInstance): (path: string) => readonly string[] {
  const routes: { method: string; pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, pattern: patternOf(url) });
  });
  return (path) => [
    ...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
  ];
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
