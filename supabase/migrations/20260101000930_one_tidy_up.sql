-- `tidy_up` forgets letters that were called off and old reminders, too: a reminder is remembered for as long as its
-- reader may get one, since that is what makes them two at most.
drop function public.forget_follow_ups(timestamptz);
