import type { Configuration } from 'electron-builder';
import { packagesBeside } from '../bundle/node-config.ts';
import { removeDefaultApp } from './default-app.ts';

/**
 * Where people find the project, and whom to write to about a package: deb and rpm cannot be made
 * without. Addresses in `.invalid` lead nowhere, to nobody (RFC 2606); `--release` refuses them.
 */
const homepage = 'https://hookdesk.invalid';
const maintainer = 'The Hookdesk maintainers <maintainers@hookdesk.invalid>';

/**
 * What ships, and as what. In the archive are the bundles, the one package outside of them, and nothing
 * else: neither sources nor source maps, nor the parts for the web host.
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
  // The system's loader reads files, not archives.
  asarUnpack: ['**/*.node'],
  // The only native module ships its binaries, made for Node-API: no other Electron needs others.
  npmRebuild: false,
  afterExtract: removeDefaultApp,
  publish: null,
  extraMetadata: { homepage },
  // On Windows, `installer.nsh` registers it.
  protocols: [{ name: 'Hookdesk link', schemes: ['hookdesk'], role: 'Viewer' }],

  electronFuses: {
    runAsNode: false,
    // The window's session is in memory: there are no cookies on disk to encrypt.
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    // Flipping a fuse breaks the signature of Electron, and Apple Silicon refuses a broken one.
    resetAdHocDarwinSignature: true,
  },
  // The older tools write `--no-sandbox` into the desktop entry; these add it only on a system that
  // allows no user namespaces.
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
  // What Electron needs (electron-builder's own lists), and libsecret for the keychain.
  deb: {
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
    ],
    // dbus-monitor, which reports a locked screen, is in dbus-bin.
    recommends: ['gnome-keyring | kwalletmanager', 'dbus-bin'],
  },
  rpm: {
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
    ],
  },
  mac: {
    target: [
      { target: 'dmg', arch: ['x64', 'arm64'] },
      { target: 'zip', arch: ['x64', 'arm64'] },
    ],
    category: 'public.app-category.developer-tools',
    hardenedRuntime: true,
    entitlements: 'build/package/entitlements.mac.plist',
    entitlementsInherit: 'build/package/entitlements.mac.plist',
    icon: 'icon.png',
    files: filesFor('darwin'),
    // macOS, as Windows, goes by the last extension alone: it is offered for these, and takes none over.
    fileAssociations: [
      { ext: ['json', 'age'], name: 'Webhook bundle', role: 'Viewer', rank: 'Alternate' },
    ],
  },
  win: { target: ['nsis', 'portable'], icon: 'icon.png', files: filesFor('win32') },
  // Names without spaces: a server for releases may replace them.
  nsis: {
    oneClick: true,
    perMachine: false,
    include: 'build/package/installer.nsh',
    artifactName: '${productName}-Setup-${version}.${ext}',
  },
  portable: { artifactName: '${productName}-${version}-portable.${ext}' },
};

/**
 * The same application with one fuse left on: Playwright drives it through Node's inspector. It is made
 * into a folder of its own, and never released.
 */
export const configurationForTests: typeof configuration = {
  ...configuration,
  directories: { ...configuration.directories, output: 'release/for-tests' },
  electronFuses: { ...configuration.electronFuses, enableNodeCliInspectArguments: true },
};

/**
 * What goes into the archive. electron-builder adds all `dependencies`, though all but one are in the
 * bundles. The list is whole for each platform: electron-builder adds everything to one that only leaves out.
 */
function filesFor(platform: 'linux' | 'darwin' | 'win32'): string[] {
  return [
    'dist/**',
    'package.json',
    '!dist/web/**',
    '!dist/renderer/web/**',
    '!dist/.stamp',
    '!dist/sbom.cdx.json',
    '!**/*.map',
    '!**/*.{ts,mts,cts}',
    `!node_modules/!(${packagesBeside.join('|')})/**`,
    // Of the keychain's binaries, the one for this system and processor is enough.
    '!node_modules/keytar/{build,src,script}/**',
    '!node_modules/keytar/binding.gyp',
    `!node_modules/keytar/prebuilds/!(${platform}-\${arch})/**`,
  ];
}
