/** The texts that a clinic must publish in many countries. Each has a page of this name. */
export const LEGAL_TEXTS = ['privacy', 'terms', 'imprint'] as const;
export type LegalText = (typeof LEGAL_TEXTS)[number];

/** Three bytes a character fit into the largest body, 64 KiB. */
export const LONGEST_LEGAL_TEXT = 20_000;
