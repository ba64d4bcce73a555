/** At most the Chromium of Electron 45 (two versions per major: 40 has 144, 43 has 150). */
export const electronChromium = 'chrome154';

/** Browsers for the web host: Vite's own choice of what is widely available. */
export const ordinaryBrowsers = 'baseline-widely-available';
