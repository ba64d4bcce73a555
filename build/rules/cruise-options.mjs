/**
 * How dependency-cruiser reads this repository: TypeScript with type-only imports, `#` aliases of
 * package.json, Svelte components.
 *
 * @type {import('dependency-cruiser').ICruiseOptions}
 */
export const cruiseOptions = {
  tsPreCompilationDeps: true,
  combinedDependencies: false,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: ['^(dist|release|\\.cache|docs|resources)/', '^build/rules/fixtures/'] },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'svelte', 'node', 'default'],
    extensions: ['.ts', '.mjs', '.js', '.svelte', '.d.ts', '.json'],
  },
};
