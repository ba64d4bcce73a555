import type { KnipConfig } from 'knip';

const configuration: KnipConfig = {
  entry: [
    'electron/main/index.ts',
    'electron/preload/index.ts',
    'electron/web/main.ts',
    'electron/cli/main.ts',
    'electron/worker/bundle-thread.ts',
    'service/main.ts',
    'service/conformance/main.ts',
    'renderer/main.ts',
    // Which of them is `#platform` is decided while bundling.
    'renderer/platform/{desktop,web}.ts',
    // Linked from HTML.
    'renderer/help/help.css',
    // Started by name, as programs of their own.
    'build/bootstrap/start/start.ts',
    'build/bootstrap/bench/bench.ts',
    'build/bootstrap/dev/dev.ts',
    'build/test/main.ts',
    'bench/*.ts',
    'prove/{main,soak,damage,desktop}.ts',
    'e2e/electron-stand-in/{register,electron}.ts',
    'e2e/fixtures/shared-host-program.ts',
    'prove/soak/host-program.ts',
    // What tests start by name, as programs of their own.
    'build/bootstrap/testing/supervisor.mjs',
    'electron/**/testing/*-program.ts',
    'electron/main/testing/electron-faked.ts',
    'electron/adapters/keychain/testing/try-vault.ts',
    'electron/adapters/practice/testing/fake-service.ts',
    'service/testing/measured-service.ts',
  ],
  project: [
    '{domain,service,electron,renderer,test-support,build,bench,prove,e2e}/**/*.{ts,mjs,svelte,css}',
    '*.{js,mjs,ts}',
  ],
  // The type of a parameter or a result is named where others may need it.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Started by its path in build/test/parts/types.ts.
  ignoreDependencies: ['svelte-check'],
  // Of the system; the tests that take them are left out where they are not.
  ignoreBinaries: ['dbus-run-session', 'fish', 'mkfifo', 'prlimit', 'script', 'unshare'],
  vitest: {
    config: [
      'vitest.config.ts',
      'build/package/vitest.config.ts',
      'electron/adapters/keychain/vitest.secret-service.config.ts',
    ],
  },
  playwright: { config: ['e2e/*.config.ts'], entry: ['e2e/specs/*.spec.ts'] },
  compilers: {
    css: (text) =>
      [...text.matchAll(/@import\s+['"]([^'"]+)['"]/g)]
        .map(([, module]) => `import '${module ?? ''}';`)
        .join('\n'),
  },
};

// knip takes a default export alone.
export default configuration;
