/**
 * Options of dependency-cruiser for this repository: type-only imports, the `#` aliases of
 * package.json, and Svelte components.
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
