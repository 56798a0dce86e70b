import * as z from 'zod';
import { admin, everyone } from './access.ts';
import { call } from './call.ts';
import { LONGEST_LEGAL_TEXT } from './legal-text-kinds.ts';
import { plainText } from './plain-text.ts';
import { changedMeanwhile, EditedVersion } from './versions.ts';

const Text = z.string().overwrite(plainText).max(LONGEST_LEGAL_TEXT, `At most ${LONGEST_LEGAL_TEXT} characters.`);

const LegalTexts = z.object({
  /** Empty if the clinic has none. The same for the others. */
  privacy: z.string(),
  terms: z.string(),
  imprint: z.string(),
  /** The version of the clinic (see `GET /clinic`). Send it back when saving. */
  version: z.number().int(),
});
export type LegalTexts = z.infer<typeof LegalTexts>;

export const legalTexts = call.tag('Clinic').router({
  get: call
    .meta({ access: everyone })
    .route({ method: 'GET', path: '/clinic/legal', summary: 'The legal texts of the clinic' })
    .output(LegalTexts),

  save: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/clinic/legal',
      summary: 'Changes the legal texts of the clinic',
      description:
        'What is left out stays as it is. `/privacy`, `/terms` and `/imprint` show the texts. An empty line begins a ' +
        "new paragraph; '## ' begins a heading and '- ' an item of a list; web addresses become links. Everything else is shown as it is written, HTML too.",
    })
    .errors(changedMeanwhile)
    .input(
      z.object({
        privacy: Text.optional(),
        terms: Text.optional(),
        imprint: Text.optional(),
        version: EditedVersion,
      }),
    )
    .output(LegalTexts.extend({ acknowledged: z.literal(true) })),
});
