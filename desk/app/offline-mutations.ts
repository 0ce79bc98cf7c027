import {
  enquiryAnswerKey,
  sendEnquiryAnswer,
  changeEnquiry,
  enquiryChangeKey,
} from '../screens/enquiries/mutations.ts'
import { chooseRecipes, chooseRecipesKey } from '../screens/pack/choose-recipes.ts'
import { setItemsPicked, pickKey } from '../screens/pack/pick.ts'
import { getSentToast, sendParcels, sendParcelsKey } from '../screens/pack/mutations.ts'
import {
  productMutationKeys,
  adjustStock,
  setPrice,
  setSoldOut,
  setStock,
} from '../features/products/mutations.ts'
import { createPublishedToast, publishKey, sendPublish } from '../screens/products/send-publish.ts'
import {
  announcementKey,
  deliveryKey,
  faqKey,
  holidayKey,
  saveAnnouncement,
  saveFaq,
  saveHoliday,
  saveDeliveryPrice,
  saveTestimonial,
  testimonialKey,
} from '../screens/site-content/mutations.ts'
import type { DeskToast } from '../ui/toasts.tsx'
import { registerOfflineMutation } from '../data/query-client.ts'

/**
 * Registers the functions that send offline changes after a reload. A stored change may come from an earlier version of the desk,
 * so a field that is added to an input later must be optional (stored-changes.test.ts).
 */
export function registerOfflineMutations(): void {
  registerOfflineMutation(pickKey, setItemsPicked, ['picks'])
  registerOfflineMutation(chooseRecipesKey, chooseRecipes, ['orders', 'picks'])
  registerOfflineMutation(sendParcelsKey, sendParcels, ['orders', 'today'], getSentToast)
  registerOfflineMutation(enquiryChangeKey, changeEnquiry, ['enquiries', 'today'])
  registerOfflineMutation(enquiryAnswerKey, sendEnquiryAnswer, ['enquiries', 'today'], () => ({
    text: 'Signal’s back: your answer goes in 30 seconds.',
  }))
  registerOfflineMutation(productMutationKeys.move, adjustStock, ['products'])
  registerOfflineMutation(productMutationKeys.stock, setStock, ['products'])
  registerOfflineMutation(productMutationKeys.price, setPrice, ['products'])
  registerOfflineMutation(productMutationKeys.soldOut, setSoldOut, ['products'])
  registerOfflineMutation(publishKey, sendPublish, ['products'], createPublishedToast)
  registerOfflineMutation(announcementKey, saveAnnouncement, ['words'])
  registerOfflineMutation(holidayKey, saveHoliday, ['words'])
  registerOfflineMutation(deliveryKey, saveDeliveryPrice, ['words'])
  registerOfflineMutation(faqKey, saveFaq, ['words'], onItsPage)
  registerOfflineMutation(testimonialKey, saveTestimonial, ['words'], onItsPage)
}

function onItsPage(): DeskToast {
  return { text: 'Signal’s back: your words are saved.' }
}
