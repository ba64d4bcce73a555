/** The id under which installers register Hookdesk; electron-builder's `appId`. */
export const appId = 'app.hookdesk.desktop';

/** What is needed of Electron's `app`. */
export interface IdentifiedApp {
  setAppUserModelId(id: string): void;
}

/**
 * Ties the windows to the installed shortcut, so that the taskbar groups them under its icon. Electron has
 * this call on Windows only; Linux goes by `desktopName` of package.json, macOS by the bundle.
 */
export function identify(app: IdentifiedApp, platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(appId);
}
