import {
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form'

/** Binds fields to a form: `{...field('name')}` has the value, the handlers and the error of a field. */
export function bindField<Typed extends FieldValues>({
  register,
  formState: { errors },
}: Pick<UseFormReturn<Typed>, 'register' | 'formState'>) {
  return <Name extends Path<Typed>>(name: Name, options?: RegisterOptions<Typed, Name>) => {
    const error: FieldError | undefined = get(errors, name)
    return { fault: error?.message, ...register(name, options) }
  }
}
