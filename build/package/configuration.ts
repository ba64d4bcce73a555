import type { Configuration } from 'electron-builder';
import { packagesBeside } from '../bundle/node-config.ts';
import { removeDefaultApp } from './default-app.ts';

/**
 * Homepage and maintainer, which deb and rpm require. Domains under `.invalid` have no owner (RFC
 * 2606); `--release` rejects them.
 */
const homepage = 'https://hookdesk.invalid';
const maintainer = 'The Hookdesk maintainers <maintainers@hookdesk.invalid>';

/**
 * Contents and metadata of the packages. The archive has only the bundles and the one package
 * outside them: no sources, source maps or web host.
 */
export const configuration: Configuration & { directories: { output: string } } = {
  appId: 'app.hookdesk.desktop',
  productName: 'Hookdesk',
  copyright: 'Copyright © The Hookdesk maintainers',
  directories: { buildResources: 'resources', output: 'release' },
  extraResources: [
    { from: 'resources/icon.png', to: 'icon.png' },
    { from: 'LICENSE', to: 'LICENSE.txt' },
    { from: 'dist/sbom.cdx.json', to: 'sbom.cdx.json' },
    { from: 'resources/bundles', to: 'bundles', filter: ['*.hookdesk.json'] },
    { from: 'resources', to: 'bundles', filter: ['hookdesk-bundle-1.schema.json'] },
  ],
  asar: true,
  // Hookdesk's texts are in English, so Chromium's own texts are too.
  electronLanguages: ['en-US'],
  // The system's loader reads native modules only from files outside the archive.
  asarUnpack: ['**/*.node'],
  // The only native module ships Node-API binaries, which work with every Electron.
  npmRebuild: false,
  afterExtract: removeDefaultApp,
  publish: null,
  extraMetadata: { homepage },
  // On Windows, `installer.nsh` registers it.
  protocols: [{ name: 'Hookdesk link', schemes: ['hookdesk'], role: 'Viewer' }],

  electronFuses: {
    runAsNode: false,
    // The window's session is in memory: no cookies are on disk.
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    // Setting a fuse breaks Electron's signature, and Apple Silicon rejects a broken one.
    resetAdHocDarwinSignature: true,
  },
  // Older tools write `--no-sandbox` into the desktop entry. These add it only on a system without
  // user namespaces.
  toolsets: { appimage: '1.0.3' },

  linux: {
    target: ['deb', 'rpm', 'AppImage'],
    executableName: 'hookdesk',
    syncDesktopName: true,
    category: 'Development',
    maintainer,
    vendor: 'The Hookdesk maintainers',
    synopsis: 'Webhook definitions of many installations, from one window',
    icon: 'icon.png',
    files: filesFor('linux'),
    fileAssociations: [
      {
        ext: 'hookdesk.json',
        mimeType: 'application/vnd.hookdesk.bundle+json',
        description: 'Webhook bundle',
      },
      {
        ext: 'hookdesk.json.age',
        mimeType: 'application/vnd.hookdesk.bundle-age',
        description: 'Webhook bundle, encrypted',
      },
    ],
  },
  // Electron's dependencies (electron-builder's own lists and what its program links), and libsecret
  // for the keychain.
  deb: {
    afterRemove: 'build/package/after-remove.sh',
    depends: [
      'libgtk-3-0 | libgtk-3-0t64',
      'libnotify4',
      'libnss3',
      'libxss1',
      'libxtst6',
      'xdg-utils',
      'libatspi2.0-0 | libatspi2.0-0t64',
      'libuuid1',
      'libsecret-1-0',
      'libasound2 | libasound2t64',
      'libgbm1',
    ],
    // dbus-bin has dbus-monitor, which reports a locked screen.
    recommends: ['gnome-keyring | kwalletmanager', 'dbus-bin'],
  },
  rpm: {
    afterRemove: 'build/package/after-remove.sh',
    depends: [
      'gtk3',
      'libnotify',
      'nss',
      'libXScrnSaver',
      '(libXtst or libXtst6)',
      'xdg-utils',
      'at-spi2-core',
      '(libuuid or libuuid1)',
      '(libsecret or libsecret-1-0)',
      '(alsa-lib or libasound2)',
      '(mesa-libgbm or libgbm1)',
    ],
  },
  mac: {
    target: [
      { target: 'dmg', arch: ['x64', 'arm64'] },
      { target: 'zip', arch: ['x64', 'arm64'] },
    ],
    category: 'public.app-category.developer-tools',
    // Electron's own minimum. Source: its breaking changes, 44.0.
    minimumSystemVersion: '13.0',
    hardenedRuntime: true,
    entitlements: 'build/package/entitlements.mac.plist',
    entitlementsInherit: 'build/package/entitlements.mac.plist',
    icon: 'icon.png',
    files: filesFor('darwin'),
    // macOS and Windows match only the last extension. Hookdesk is an alternative, not the default.
    fileAssociations: [
      { ext: ['json', 'age'], name: 'Webhook bundle', role: 'Viewer', rank: 'Alternate' },
    ],
  },
  win: { target: ['nsis', 'portable'], icon: 'icon.png', files: filesFor('win32') },
  // Names without spaces: a release server may replace spaces.
  nsis: {
    oneClick: true,
    perMachine: false,
    include: 'build/package/installer.nsh',
    artifactName: '${productName}-Setup-${version}.${ext}',
  },
  portable: { artifactName: '${productName}-${version}-portable.${ext}' },
};

/**
 * The same application with one fuse left on: Playwright uses Node's inspector. Its folder is
 * separate and never released.
 */
export const configurationForTests: typeof configuration = {
  ...configuration,
  directories: { ...configuration.directories, output: 'release/for-tests' },
  electronFuses: { ...configuration.electronFuses, enableNodeCliInspectArguments: true },
};

/**
 * The files in the archive. electron-builder adds all `dependencies`, although all but one are in
 * the bundles. Each list must be complete: to a list of exclusions electron-builder adds all files.
 */
function filesFor(platform: 'linux' | 'darwin' | 'win32'): string[] {
  return [
    'dist/**',
    'package.json',
    '!dist/cli/**',
    '!dist/web/**',
    '!dist/renderer/web/**',
    '!dist/.stamp',
    '!dist/sbom.cdx.json',
    '!**/*.map',
    '!**/*.{ts,mts,cts}',
    `!node_modules/!(${packagesBeside.join('|')})/**`,
    // Only the keychain binary of this system and processor.
    '!node_modules/keytar/{build,src,script}/**',
    '!node_modules/keytar/binding.gyp',
    `!node_modules/keytar/prebuilds/!(${platform}-\${arch})/**`,
  ];
}
