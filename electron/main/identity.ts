/** Must equal electron-builder's `appId`, under which installers register Hookdesk. */
export const appId = 'app.hookdesk.desktop';

export interface IdentifiedApp {
  setAppUserModelId(id: string): void;
}

/** Groups windows under the installed icon. Linux uses `desktopName` of package.json. */
export function identify(app: IdentifiedApp, platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(appId);
}
