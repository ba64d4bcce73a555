/**
 * The headers that every answer to a window carries, on both hosts. Inline scripts and styles,
 * frames, plug-ins and form submissions are not needed by the window and therefore not allowed.
 */
export interface PolicyNeeds {
  /** Where the window may connect to, besides its own origin; a web socket's `ws://HOST:PORT`. */
  connect: readonly string[];
}

/**
 * The style elements that paneforge puts in while a pane is resized: `*{cursor: X!important;}` for
 * ew-resize, w-resize and e-resize, each empty at first. They are named by their hashes, so that no other gets in.
 */
const resizeCursors = [
  `'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='`,
  `'sha256-ejxaNqI9HE4qAX7B2hAfln6pnS37ktMxKSd3kZCKrvU='`,
  `'sha256-3E7V3vrrCp0FIalfwVOrEiZQA9GXrPxylQSBapcdnoM='`,
  `'sha256-XvJ01jaWVHkBTx63VEEV8Mmbn7pi9cbgzXIyweci36Q='`,
];

/** The value of the `Content-Security-Policy` header. Source: W3C CSP Level 3 §6. */
function contentSecurityPolicy(needs: PolicyNeeds): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' ${resizeCursors.join(' ')}`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src ${["'self'", ...needs.connect].join(' ')}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** The whole set of security headers, names in lower case, for the answers of either host. */
export function securityHeaders(needs: PolicyNeeds): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(needs),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}
