import { business } from '../../domain/business.ts'
import { socialName } from '../../domain/social-name.ts'

/** Where dates and pictures go up first: 'our Instagram'. */
export const ourSocial = `our ${socialName(business.social.photos)}`
